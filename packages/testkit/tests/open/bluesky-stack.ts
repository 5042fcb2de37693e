import { startStack } from '@social/testkit';
import { type BlueskyAccount, type BlueskyServer, startBlueskyServer } from '../../src/servers/bluesky-server.ts';
import { useResource } from '../../src/stack/use-stack.ts';
import type { Workspace } from '../../src/stack/workspace.ts';

/** Variables that lead a server to a real Bluesky server of this machine. */
export function leadTo({ url, plcUrl }: BlueskyServer) {
  return { SOCIAL_BLUESKY_PLC_URL: plcUrl, SOCIAL_BLUESKY_RESOLVER_URL: url };
}

/** Starts a real Bluesky server and a stack whose Bluesky it is, before the tests of a file. The other networks are simulated. */
export function useBlueskyStack() {
  const bluesky = useResource(() => startBlueskyServer());
  const stack = useResource(() => startStack({ env: leadTo(bluesky) }));
  return { bluesky, stack };
}

/** Connects an account by an app password, as a person without a browser does. */
export async function connectByPassword(
  bluesky: BlueskyServer,
  workspace: Workspace,
  account: BlueskyAccount,
): Promise<void> {
  const body = { handle: account.handle, appPassword: await bluesky.createAppPassword(account) };
  const { status, text } = await workspace.api('POST', '/api/connect/bluesky/token', { body });
  if (status !== 201) throw new Error(`connecting Bluesky answered ${status} ${text}`);
}
