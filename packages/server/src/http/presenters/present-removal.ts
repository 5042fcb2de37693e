import { areCommentsPosts } from '@social/rules';
import { ERROR_CODES, type ErrorCode, type Schema } from '@social/types';
import { nameOfPart } from '../../services/contents/part-name.ts';
import type { PlatformRemoval, TakenBack } from '../../services/publishing/remove.ts';
import type { RemovalRow } from '../../store/targets/removals.ts';
import type { TargetRow } from '../../store/targets/targets.ts';

type RemovalResult = Schema<'RemovalResult'>;

/** A published target as it is now, with what is known of its removal. */
interface Facts {
  readonly target: TargetRow;
  readonly row: RemovalRow | undefined;
  /** Set for a target that was removed before the call. */
  readonly wasGone: boolean;
  /** Set for a target whose removal this call has made. */
  readonly isOwn: boolean;
}

/** States by precedence: a thread takes the first one that a part is in. */
const TELLING: readonly RemovalResult['state'][] = ['removing', 'unknown', 'failed', 'impossible', 'deleted', 'gone'];

/** Presents the removal from one platform, with a result for each part of a thread. */
export function presentRemoval(
  { target: asked, published, refusal }: PlatformRemoval,
  after: TakenBack,
): RemovalResult {
  // Comments that are no posts go with their post, or stay with it.
  const [post] = published.filter(({ part, platform }) => part === 1 && !areCommentsPosts(platform));
  const parts = published.flatMap(({ id, removed_at }) => {
    const target = after.targets.find((one) => one.id === id);
    if (!target) return [];
    const facts = {
      target,
      row: after.removals.get(id) ?? after.removals.get(post?.id ?? ''),
      wasGone: removed_at !== null,
      isOwn: after.own.has(id),
    };
    return [{ part: target.part, ...resultOf(facts, refusal) }];
  });
  const [only, ...further] = parts;
  if (!only) return refused(refusal ?? { code: 'conflict', message: 'nothing was published there' });
  if (further.length === 0) {
    const { part: _, ...result } = only;
    return result;
  }
  const state = TELLING.find((one) => parts.some((part) => part.state === one)) ?? only.state;
  const isTelling = (part: RemovalResult) => part.state === state;
  const telling = (post ? parts.find(isTelling) : parts.findLast(isTelling)) ?? only;
  const { error, code, retryable, url } = telling;
  const removedAt =
    parts
      .map((part) => part.removedAt ?? '')
      .toSorted()
      .at(-1) ?? '';
  const isWhole = parts.every(({ ok }) => ok);
  return {
    ok: isWhole,
    state,
    ...(error !== undefined && { error: `${nameOfPart(after.post, { target: asked, part: telling.part })}: ${error}` }),
    ...(code !== undefined && { code }),
    ...(retryable !== undefined && { retryable }),
    ...(isWhole && { removedAt }),
    ...(url !== undefined && { url }),
    credits: parts.reduce((sum, { credits }) => sum + credits, 0),
    parts,
  };
}

function resultOf({ target, row, wasGone, isOwn }: Facts, refusal: PlatformRemoval['refusal']): RemovalResult {
  if (target.removed_at !== null) {
    const state = wasGone || row?.state === 'gone' ? 'gone' : 'deleted';
    const credits = isOwn ? (row?.credits ?? 0) : 0;
    return { ok: true, state, removedAt: target.removed_at, credits };
  }
  const url = target.url === null ? {} : { url: target.url };
  if (refusal) return { ...refused(refusal), ...url };
  if (row?.state === 'failed' || row?.state === 'unknown') {
    const code = (row.code ?? 'internal_error') as ErrorCode;
    const isUnknown = row.state === 'unknown' && { isUnknown: true as const };
    return { ...refused({ code, message: row.error ?? '', ...isUnknown }), ...url };
  }
  const error = `${target.platform} has not answered yet; read the post again in a moment`;
  return { ok: false, state: 'removing', error, code: 'still_sending', retryable: false, credits: 0, ...url };
}

function refused({ code, message: error, isUnknown }: NonNullable<PlatformRemoval['refusal']>): RemovalResult {
  const state = isUnknown ? 'unknown' : code === 'not_deletable' ? 'impossible' : 'failed';
  return { ok: false, state, error, code, retryable: ERROR_CODES[code].retryable, credits: 0 };
}
