import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/send.ts';
import { oneLine } from '../../lib/terminal-text.ts';
import { localTime } from '../../lib/time.ts';

/** `social logs`. */
export async function listLogs(
  context: Context,
  options: { readonly limit?: number; readonly offset?: number },
): Promise<void> {
  const client = await context.client();
  const { limit, offset } = options;
  const page = await fetchData(context, 'reading …', (call) => client.logs.listLogs({ limit, offset }, call));
  await context.output.data(page, ({ columns, layout }) => {
    if (page.logs.length === 0) return `No entries; ${page.total} in all`;
    const rows = page.logs.map(({ createdAt, action, platform, profileName, status, metadata }) => {
      const detail = metadata['error'] ?? metadata['text'] ?? '';
      return [localTime(createdAt), action, platform ?? '', oneLine(profileName), status, oneLine(String(detail))];
    });
    const shown = `${page.offset + 1}-${page.offset + page.logs.length} of ${page.total}`;
    return `${layout.table(['WHEN', 'ACTION', 'PLATFORM', 'PROFILE', 'STATUS', 'DETAIL'], rows, columns)}\n${shown}`;
  });
}
