import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

/** `social keys create <name>`: prints the key on stdout, and advice on stderr. */
export async function createKey(context: Context, name: string): Promise<void> {
  const client = await context.client();
  const answer = await fetchData(context, 'creating …', (call) => client.keys.createKey({ name }, call));
  await context.output.data(answer, () => oneLine(answer.rawKey));
  await context.output.note('Keep this key now: it is not shown again.');
}
