import { ERROR_CODES, type ErrorCode, type PlatformId, type Schema } from '@social/types';
import type { RemovalRow } from '../../store/targets/removals.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import type { Refusal } from '../connections/refusals.ts';

type RemovalResult = Schema<'RemovalResult'>;

/** Facts about one platform of a post after a call to take it back. */
export interface Ending {
  readonly platform: PlatformId;
  /** Published targets in the order of the thread, as they are now. */
  readonly targets: readonly TargetRow[];
  /** Targets that were removed before the call. */
  readonly before: ReadonlySet<string>;
  readonly removals: ReadonlyMap<string, RemovalRow>;
  /** Targets whose removals this call has made. */
  readonly own: ReadonlySet<string>;
  readonly refusal: (Refusal & { readonly isUnknown?: true }) | null;
}

/** States by precedence: a thread takes the first one that a part is in. */
const TELLING: readonly RemovalResult['state'][] = ['removing', 'unknown', 'failed', 'impossible', 'deleted', 'gone'];

/** Makes the result of one platform, with a result for each part of a thread. */
export function removalResult(ending: Ending): RemovalResult {
  const parts = ending.targets.map((target) => ({ part: target.part, ...resultOf(target, ending) }));
  const [only, ...further] = parts;
  if (!only) return refused(ending.refusal ?? { code: 'conflict', message: 'nothing was published there' });
  if (further.length === 0) {
    const { part: _, ...result } = only;
    return result;
  }
  const state = TELLING.find((one) => parts.some((part) => part.state === one)) ?? only.state;
  const telling = parts.findLast((part) => part.state === state) ?? only;
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
    ...(error !== undefined && { error: `part ${telling.part}: ${error}` }),
    ...(code !== undefined && { code }),
    ...(retryable !== undefined && { retryable }),
    ...(isWhole && { removedAt }),
    ...(url !== undefined && { url }),
    credits: parts.reduce((sum, { credits }) => sum + credits, 0),
    parts,
  };
}

function resultOf(target: TargetRow, { before, removals, own, refusal }: Ending): RemovalResult {
  const row = removals.get(target.id);
  if (target.removed_at !== null) {
    const state = before.has(target.id) || row?.state === 'gone' ? 'gone' : 'deleted';
    const credits = own.has(target.id) ? (row?.credits ?? 0) : 0;
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

function refused({ code, message: error, isUnknown }: NonNullable<Ending['refusal']>): RemovalResult {
  const state = isUnknown ? 'unknown' : code === 'not_deletable' ? 'impossible' : 'failed';
  return { ok: false, state, error, code, retryable: ERROR_CODES[code].retryable, credits: 0 };
}
