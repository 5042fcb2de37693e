import type { CommandContext, CommandOptions } from './context.ts';

/** Address that the command `social` calls when no other is named. */
const USUAL_ADDRESS = 'http://127.0.0.1:8787';

/** Lists what to type next at an empty server with simulated networks, in the form in which this program was run. */
export function firstSteps(url: string, { dataDir }: CommandOptions, { env }: CommandContext): string[] {
  const [server, command] =
    env['npm_command'] === 'exec' ? ['npx @social/server', 'npx @social/cli'] : ['social-server', 'social'];
  const folder = dataDir ?? env['SOCIAL_DATA_DIR'];
  const data = folder === undefined ? '' : ` --data-dir '${folder.replaceAll("'", String.raw`'\''`)}'`;
  const address = url === USUAL_ADDRESS ? '' : ` --base-url ${url}`;
  return [
    'Nothing is here yet. Next, in another terminal:',
    `  ${server} workspace create --email you@example.com --password 'choose-a-password' --plan pro${data}`,
    `  ${command} connect profnet${address}`,
    `  ${command} post "Hello" --to profnet`,
  ];
}
