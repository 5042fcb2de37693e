import type { Context } from '../../lib/context.ts';
import { findSandbox, type SandboxOptions } from '../../lib/server/find-sandbox.ts';
import { isInteractive } from '../../lib/terminal/tty.ts';
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
  // Fail with a clear message when no sandbox runs at the address.
  await sandbox.call('GET', 'faults');
  const url = `${sandbox.url}/${filter}`;
  const mayOpen = browser && isInteractive(io);
  const wasOpened = mayOpen && (await io.openBrowser(url));
  await output.data({ url }, () => url);
  if (wasOpened) await output.note('It was opened in your browser.');
}
