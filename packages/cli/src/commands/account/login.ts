import { text } from 'node:stream/consumers';
import { configPath, writeConfig } from '../../lib/config-file.ts';
import { type Context, openClient } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { fetchData } from '../../lib/send.ts';
import { checkBaseUrl } from '../../lib/settings.ts';
import { countOf, oneLine } from '../../lib/terminal-text.ts';

/** `social login`: nothing is stored before the server has taken the key. */
export async function logIn(context: Context, options: { readonly withKey?: boolean }): Promise<void> {
  const { io, flags } = context;
  const settings = await context.settings();
  const isInteractive = io.stdin.isTTY === true && io.stderr.isTTY && !io.env['CI'];
  if (!options.withKey && !isInteractive) {
    throw usageError(
      'There is no terminal to ask for the key',
      'Pipe it in: printf %s "$KEY" | social login --with-key',
    );
  }
  const known = settings.baseUrl.value ?? '';
  const baseUrl = options.withKey || flags.baseUrl ? known : await askBaseUrl(context, known);
  checkBaseUrl(baseUrl, flags.insecure === true);
  const apiKey = (options.withKey ? await text(io.stdin) : await askKey(context)).trim();
  if (!/^sk_live_[!-~]+$/.test(apiKey)) {
    throw usageError('That is no API key: it begins with sk_live_ and has no spaces', 'Nothing was stored.');
  }
  const client = await openClient(context, baseUrl, apiKey);
  const usage = await fetchData(context, 'trying the key …', (call) => client.usage.getUsage({}, call));
  const path = configPath(io);
  const stored = await context.stored();
  await writeConfig(path, { baseUrl: client.baseUrl, apiKey, profile: flags.profile ?? stored.profile });
  const kept = { baseUrl: client.baseUrl, config: path, plan: usage.plan.id };
  await context.output.data(kept, (style) => {
    const credits = countOf(usage.credits.available, 'credit');
    return `${style.ok} Signed in to ${client.baseUrl} (plan ${oneLine(usage.plan.label)}, ${credits}); the key is in ${path}`;
  });
}

async function askBaseUrl({ io }: Context, known: string): Promise<string> {
  const { input } = await import('@inquirer/prompts');
  const question = { message: 'Address of the server', default: known };
  return await input(question, { input: io.stdin, output: io.terminal, signal: io.signal });
}

async function askKey({ io }: Context): Promise<string> {
  const { password } = await import('@inquirer/prompts');
  const question = { message: 'API key (from the dashboard)', toggleMask: false };
  return await password(question, { input: io.stdin, output: io.terminal, signal: io.signal });
}
