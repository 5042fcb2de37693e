import { type Draft, findIdByBeginning } from '@social/post-input';
import type { SocialClient } from '@social/sdk';
import type { Context } from '../context.ts';

const PAGE = 100;

/**
 * Reads the draft that an id, or its beginning, names.
 * @throws {ReportedError} when no draft that waits, nor one of the last approved ones, has such an id, or several have
 */
export async function readDraft(context: Context, client: SocialClient, given: string): Promise<Draft> {
  const { signal } = context.io;
  const draftId = await findIdByBeginning(given, { thing: 'draft', ids: () => draftIds(client, signal) });
  return await client.drafts.getDraft({ draftId }, { signal });
}

/** Lists the ids of the drafts that wait, and of the last approved ones. */
async function* draftIds(client: SocialClient, signal: AbortSignal): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await client.drafts.listDrafts({ limit: PAGE, cursor }, { signal });
    for (const { id } of page.drafts) yield id;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const approved = await client.drafts.listDrafts({ limit: PAGE, status: 'approved' }, { signal });
  for (const { id } of approved.drafts) yield id;
}
