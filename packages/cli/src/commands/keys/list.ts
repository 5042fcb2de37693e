import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';

/** `social keys list`. */
export async function listKeys(context: Context): Promise<void> {
  const client = await context.client();
  const answer = await fetchData(context, 'reading …', (call) => client.keys.listKeys({}, call));
  await context.output.data(answer, ({ columns, layout }) => {
    const rows = answer.keys.map((key) => [
      oneLine(key.id),
      oneLine(key.keyPreview),
      localTime(key.createdAt),
      key.lastUsedAt ? localTime(key.lastUsedAt) : 'never',
      oneLine(key.name),
    ]);
    return layout.table(['ID', 'KEY', 'CREATED', 'LAST USED', 'NAME'], rows, columns);
  });
}
