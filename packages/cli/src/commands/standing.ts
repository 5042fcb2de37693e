import { byAccount } from '@social/post-input';
import { SocialApiError, SocialConnectionError } from '@social/sdk';
import { withNetwork } from '@social/types';
import type { Context } from '../lib/context.ts';
import { CliError } from '../lib/errors.ts';
import { accountName } from '../lib/networks.ts';
import { showProgress } from '../lib/server/send.ts';
import { countOf, oneLine } from '../lib/text/terminal-text.ts';

/** Lines about where a person stands, and the command to run next. */
interface Standing {
  readonly lines: readonly string[];
  readonly next: string;
}

/** `social` on a terminal: says whether it is signed in and what is connected, and names the next step. */
export async function showStanding(context: Context): Promise<void> {
  const { lines, next } = await showProgress(context, 'looking …', look(context));
  context.io.stdout.write([...lines, `Next       ${next}`, '', 'All commands: social --help', ''].join('\n'));
}

async function look(context: Context): Promise<Standing> {
  const { baseUrl, apiKey } = await context.settings();
  const server = `Server     ${oneLine(baseUrl.value ?? '')}`;
  if (!apiKey.value) return { lines: [server, 'Signed in  no'], next: 'social login' };
  try {
    return await lookAtServer(context, server);
  } catch (error) {
    context.io.signal.throwIfAborted();
    if (error instanceof SocialApiError && error.status === 401) {
      return { lines: [server, 'Signed in  no: the server does not accept the key'], next: 'social login' };
    }
    const isKnown =
      error instanceof SocialApiError || error instanceof SocialConnectionError || error instanceof CliError;
    if (!isKnown) throw error;
    const lines = [server, `Signed in  not known: ${oneLine(error.message)}`];
    return { lines, next: 'social doctor' };
  }
}

async function lookAtServer(context: Context, server: string): Promise<Standing> {
  const client = await context.client();
  const call = { signal: context.io.signal };
  const [{ plan, credits }, connections] = await Promise.all([
    client.usage.getUsage({}, call),
    client.connections.getConnectionStatus({}, call),
  ]);
  const signedIn = `Signed in  plan ${oneLine(plan.label)}, ${countOf(credits.available, 'credit')} left`;
  const connected = byAccount(connections).filter(({ connection: { state } }) => state === 'connected');
  const [first] = connected;
  if (!first) return { lines: [server, signedIn, 'Connected  nothing yet'], next: nextConnect(connections) };
  const accounts = connected.map(({ target, connection }) =>
    `${withNetwork(target, connection.network)} ${accountName(connection)}`.trim(),
  );
  const lines = [
    server,
    signedIn,
    ...accounts.map((account, index) => `${index === 0 ? 'Connected' : '         '}  ${account}`),
  ];
  const broken = Object.entries(connections).find(([, { state }]) => state === 'needs_reconnect');
  if (broken) return { lines, next: `social connect ${broken[0]}` };
  return { lines, next: `social post "Hello" --to ${first.target} --dry-run` };
}

/** Names a platform that this server can connect now. */
function nextConnect(connections: Record<string, { readonly configured: boolean }>): string {
  const [platform] = Object.entries(connections).find(([, { configured }]) => configured) ?? [];
  return platform === undefined ? 'social doctor' : `social connect ${platform}`;
}
