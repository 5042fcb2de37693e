import type { Schema } from '@social/sdk';
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
    const rows = page.logs.map((entry) => {
      const { createdAt, action, platform, profileName, status } = entry;
      return [localTime(createdAt), action, platform ?? '', oneLine(profileName), status, oneLine(detailOf(entry))];
    });
    const shown = `${page.offset + 1}-${page.offset + page.logs.length} of ${page.total}`;
    return `${layout.table(['WHEN', 'ACTION', 'PLATFORM', 'PROFILE', 'STATUS', 'DETAIL'], rows, columns)}\n${shown}`;
  });
}

/** What happened, and what to do where the user can do something. */
function detailOf({ action, platform, metadata }: Schema<'LogEntry'>): string {
  if (action === 'platform.needs_reconnect') {
    return `no longer accepted; connect it again with: social connect ${platform}`;
  }
  if (action === 'platform.expiring') {
    return `ends ${localTime(String(metadata['expiresAt']))}; renew it before with: social connect ${platform}`;
  }
  return String(metadata['error'] ?? metadata['text'] ?? '');
}
