import type { Context } from '../../lib/context.ts';
import { findSandbox, type SandboxOptions } from '../../lib/server/find-sandbox.ts';
import { parseNetwork } from './sandbox-words.ts';

/** `social sandbox open`: shows the page with what was published, of all networks or of one. */
export async function openSandboxPage(
  context: Context,
  network: string | undefined,
  { browser, ...at }: SandboxOptions & { readonly browser: boolean },
): Promise<void> {
  const { io, output } = context;
  const filter = network === undefined ? '' : `?network=${parseNetwork(network)}`;
  const sandbox = await findSandbox(context, at);
  // What was named may be none, and a page that cannot be reached says nothing of why.
  await sandbox.call('GET', 'faults');
  const url = `${sandbox.url}/${filter}`;
  const mayOpen = browser && io.stdin.isTTY === true && io.stderr.isTTY && !io.env['CI'];
  const wasOpened = mayOpen && (await io.openBrowser(url));
  await output.data({ url }, () => url);
  if (wasOpened) await output.note('It was opened in your browser.');
}
