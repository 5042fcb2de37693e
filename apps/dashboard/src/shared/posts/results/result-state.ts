import { isTarget, platformFacts, platformOf, type Schema, type Target } from '@social/types';
import { sentence } from '../../../api/failures.ts';
import type { Tone } from '../../../ui/parts/state-mark.tsx';
import { targetName } from '../../../ui/platforms/target-name.ts';

type PlatformResult = Schema<'PlatformResult'>;

const STATES: Readonly<Record<PlatformResult['state'], { readonly tone: Tone; readonly words: string }>> = {
  pending: { tone: 'off', words: 'Waiting' },
  sending: { tone: 'off', words: 'Being sent' },
  published: { tone: 'ok', words: 'Published' },
  failed: { tone: 'warning', words: 'Not published' },
  unknown: { tone: 'warning', words: 'Not known' },
  missed: { tone: 'warning', words: 'Missed its time' },
  canceled: { tone: 'off', words: 'Canceled' },
  ready: { tone: 'ok', words: 'Ready' },
  problem: { tone: 'warning', words: 'Problem' },
};

/** Returns the state of a post at one target in a few words, with its tone. */
export function resultState({
  state,
  nextAttemptAt,
  removedAt,
}: Pick<PlatformResult, 'state' | 'nextAttemptAt' | 'removedAt'>): { readonly tone: Tone; readonly words: string } {
  if (removedAt !== undefined) return { tone: 'off', words: 'Taken back' };
  return nextAttemptAt === undefined ? STATES[state] : { tone: 'warning', words: 'Sent again soon' };
}

/**
 * Returns as a sentence why a target was not published to, with its name instead of its id. Leaves out commands
 * for a terminal, because the page has buttons.
 */
export function reasonOf({ error }: Pick<PlatformResult, 'error'>, target: string | null): string | null {
  const reason = nameIn(error?.replace(/; [^;]*\bwith: social .*$/s, '').trim() ?? '', target);
  return reason === '' ? null : sentence(reason);
}

function nameIn(reason: string, target: string | null): string {
  if (target === null || !isTarget(target)) return reason;
  const platform = platformOf(target);
  const name = (found: string) => targetName(found as Target);
  const named = `${platform}(:[a-z0-9-]+)?`;
  // An id such as `video` is also the word for a file; it names the platform only at the start of a sentence about a platform.
  if (platformFacts(platform).mediaUrls.some((kind) => kind === platform)) {
    return reason.replace(new RegExp(`^${named}(?= (?:is not|needs|no longer|was disconnected|takes) )`), name);
  }
  return reason.replaceAll(new RegExp(`\\b${named}\\b`, 'g'), name);
}

/** Returns true while a platform is still being sent to, so that the result can change. */
export function isOnItsWay({ platformResults }: Pick<Schema<'Post'>, 'platformResults'>): boolean {
  return Object.values(platformResults).some(({ state }) => state === 'sending');
}
