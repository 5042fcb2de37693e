import type { Context } from '../../lib/context.ts';
import { whenOf } from '../../lib/draft/draft-text.ts';
import { shortId } from '../../lib/post/post.ts';
import { fetchData } from '../../lib/server/send.ts';
import { quoted } from '../../lib/text/shell.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';

/** `social draft list`. Filters by the profile that `--profile` names, not by the stored one. */
export async function listDrafts(
  context: Context,
  {
    approved = false,
    limit,
    cursor,
  }: { readonly approved?: boolean; readonly limit?: number; readonly cursor?: string },
): Promise<void> {
  const client = await context.client();
  const filter = { limit, cursor, status: approved ? 'approved' : 'draft', profile: context.flags.profile } as const;
  const page = await fetchData(context, 'reading …', (call) => client.drafts.listDrafts(filter, call));
  await context.output.data(page, ({ layout, columns }) => {
    if (page.drafts.length === 0) return approved ? 'No draft was approved yet' : NONE;
    const rows = page.drafts.map((draft) => [
      shortId(draft.id),
      oneLine(draft.writtenBy.name),
      localTime(draft.updatedAt),
      whenOf(draft, context.io.now()),
      oneLine(draft.platforms.join(' ')),
      oneLine(draft.text),
    ]);
    const flags = [...(approved ? ['--approved'] : []), ...(limit === undefined ? [] : ['--limit', String(limit)])];
    const next = quoted(['social', 'draft', 'list', ...flags, '--cursor', oneLine(page.nextCursor ?? '')]);
    const table = layout.table(['DRAFT', 'WRITTEN BY', 'CHANGED', 'FOR', 'PLATFORMS', 'TEXT'], rows, columns);
    return table + (page.nextCursor ? `\nMore: ${next}` : '');
  });
}

const NONE = 'No drafts. Store one with: social post "Hello" --to profnet --draft';
