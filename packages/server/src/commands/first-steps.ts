import type { CommandContext, CommandOptions } from './context.ts';

/**
 * Lists what to type next at an empty server with simulated networks, in the form in which this program was run. Each names the
 * server: the command may know another one, whose networks are real.
 */
export function firstSteps(url: string, { dataDir }: CommandOptions, { env }: CommandContext): string[] {
  const [server, command] =
    env['npm_command'] === 'exec' ? ['npx -y @social/server', 'npx -y @social/cli'] : ['social-server', 'social'];
  const folder = dataDir ?? env['SOCIAL_DATA_DIR'];
  const data = folder === undefined ? '' : ` --data-dir '${folder.replaceAll("'", String.raw`'\''`)}'`;
  return [
    'Nothing is here yet. Next, in another terminal:',
    `  echo 'choose-a-password' | ${server} workspace create --email you@example.com --password-stdin --plan pro${data}`,
    `  ${command} connect profnet --base-url ${url}`,
    `  ${command} post "Hello" --to profnet --base-url ${url}`,
  ];
}
