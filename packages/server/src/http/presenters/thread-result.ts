import type { Schema } from '@social/types';
import { partName } from '../../services/contents/part-name.ts';

type PlatformResult = Schema<'PlatformResult'>;

/** States by precedence. The thread takes the first line that a part is in, and the result of the first part in it. */
const TELLING: readonly (readonly PlatformResult['state'][])[] = [
  ['sending', 'pending'],
  ['unknown'],
  ['problem'],
  ['failed'],
  ['missed', 'canceled'],
];

/**
 * Combines the results of a thread's parts, and of the comments behind them, into one result for the platform. A post without a
 * thread has one part.
 * @param parts at least one, in their order
 * @param posts number of the parts that are no comments
 */
export function summarizeThread(parts: readonly PlatformResult[], posts = parts.length): PlatformResult {
  const [first, ...further] = parts as [PlatformResult, ...PlatformResult[]];
  if (further.length === 0) return first;
  const isIn = (states: readonly string[]) => (part: PlatformResult) => states.includes(part.state);
  const states = TELLING.find((line) => parts.some(isIn(line))) ?? [first.state];
  const index = parts.findIndex(isIn(states));
  const telling = parts[index] ?? first;
  const { platformPostId, url, account, note, card } = first;
  const { error, retryable, nextAttemptAt, progress } = telling;
  // The length of a comment is not the post's.
  const { characters } = index < posts ? telling : first;
  // No earlier part is postponed, so the part goes out as soon as the account has finished other posts.
  const isOnItsWay = telling.state === 'pending' && nextAttemptAt === undefined;
  const removedAt = removalOf(parts);
  const [state, code] = isOnItsWay ? (['sending', 'still_sending'] as const) : [telling.state, telling.code];
  return {
    ok: parts.every(({ ok }) => ok),
    ...(platformPostId !== undefined && { platformPostId }),
    ...(error !== undefined && { error: `${nameOf(index, posts, parts.length)}: ${error}` }),
    state,
    ...(code !== undefined && { code }),
    ...(retryable !== undefined && { retryable }),
    ...(nextAttemptAt !== undefined && { nextAttemptAt }),
    ...(url !== undefined && { url }),
    ...(removedAt !== undefined && { removedAt }),
    ...(progress !== undefined && { progress }),
    credits: parts.reduce((sum, part) => sum + part.credits, 0),
    ...(account !== undefined && { account }),
    ...(note !== undefined && { note }),
    ...(characters !== undefined && { characters }),
    ...(card !== undefined && { card }),
    parts: parts.slice(0, posts).map(toPart),
    ...(posts < parts.length && { comments: parts.map(toPart).slice(posts) }),
  };
}

function nameOf(index: number, posts: number, all: number): string {
  const count = index < posts ? posts : all - posts;
  return `${partName(index + 1, posts)}${count > 1 ? ` of ${count}` : ''}`;
}

/** Instant at which the last published part was taken back; undefined while one is there, or when none was published. */
function removalOf(parts: readonly PlatformResult[]): string | undefined {
  const published = parts.filter(({ state }) => state === 'published');
  if (!published.every(({ removedAt }) => removedAt !== undefined)) return undefined;
  return published
    .flatMap(({ removedAt }) => removedAt ?? [])
    .toSorted()
    .at(-1);
}

function toPart(result: PlatformResult, index: number): Schema<'ThreadPart'> {
  const { account: _, note: __, progress: ___, parts: ____, card: _____, comments: ______, ...part } = result;
  return { part: index + 1, ...part };
}
