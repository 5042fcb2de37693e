import type { Schema } from '@social/types';

type PlatformResult = Schema<'PlatformResult'>;

/** The first part in one of these states tells about the whole; the first line that any part is in decides. */
const TELLING: readonly (readonly PlatformResult['state'][])[] = [
  ['sending', 'pending'],
  ['unknown'],
  ['problem'],
  ['failed'],
  ['missed', 'canceled'],
];

/**
 * One result for a platform out of those of its parts. A post without a thread has one part, which is the result.
 * @param parts at least one, in their order
 */
export function summarizeThread(parts: readonly PlatformResult[]): PlatformResult {
  const [first, ...further] = parts as [PlatformResult, ...PlatformResult[]];
  if (further.length === 0) return first;
  const isIn = (states: readonly string[]) => (part: PlatformResult) => states.includes(part.state);
  const states = TELLING.find((line) => parts.some(isIn(line))) ?? [first.state];
  const index = parts.findIndex(isIn(states));
  const telling = parts[index] ?? first;
  const { platformPostId, url, account, note } = first;
  const { error, retryable, nextAttemptAt, progress, characters } = telling;
  // No part before it is put off: it is sent in a moment, however long the account is busy with other posts.
  const isOnItsWay = telling.state === 'pending' && nextAttemptAt === undefined;
  const [state, code] = isOnItsWay ? (['sending', 'still_sending'] as const) : [telling.state, telling.code];
  return {
    ok: parts.every(({ ok }) => ok),
    ...(platformPostId !== undefined && { platformPostId }),
    ...(error !== undefined && { error: `part ${index + 1} of ${parts.length}: ${error}` }),
    state,
    ...(code !== undefined && { code }),
    ...(retryable !== undefined && { retryable }),
    ...(nextAttemptAt !== undefined && { nextAttemptAt }),
    ...(url !== undefined && { url }),
    ...(progress !== undefined && { progress }),
    credits: parts.reduce((sum, part) => sum + part.credits, 0),
    ...(account !== undefined && { account }),
    ...(note !== undefined && { note }),
    ...(characters !== undefined && { characters }),
    parts: parts.map(toPart),
  };
}

function toPart(result: PlatformResult, index: number): Schema<'ThreadPart'> {
  const { account: _, note: __, progress: ___, parts: ____, ...part } = result;
  return { part: index + 1, ...part };
}
