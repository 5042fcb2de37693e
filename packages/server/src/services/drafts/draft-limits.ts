import { AppError } from '../../errors.ts';
import { sumOpenDrafts } from '../../store/posts/drafts.ts';
import type { Queryable } from '../../store/schema.ts';

const MAX_DRAFTS = 1_000;
const MAX_BYTES = 20_000_000;

/** Checks that a workspace may store more of drafts. The caller has locked the workspace. @throws AppError quota_exceeded */
export async function requireRoom(
  trx: Queryable,
  workspaceId: string,
  more: { readonly count: number; readonly bytes: number },
): Promise<void> {
  const { count, bytes } = await sumOpenDrafts(trx, workspaceId);
  if (count + more.count > MAX_DRAFTS) throw tooMany(`${MAX_DRAFTS} drafts`, MAX_DRAFTS);
  if (bytes + more.bytes > MAX_BYTES) throw tooMany(`${MAX_BYTES} bytes of drafts`, MAX_BYTES);
}

function tooMany(what: string, limit: number): AppError {
  const message = `This workspace may have ${what} that wait for their approval; nothing was stored. Approve or delete some`;
  return new AppError('quota_exceeded', message, { details: { quota: 'drafts', limit } });
}
