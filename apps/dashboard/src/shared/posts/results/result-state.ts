import { isPlatformId, platformFacts, platformName, type Schema } from '@social/types';
import { sentence } from '../../../api/failures.ts';
import type { Tone } from '../../../ui/parts/state-mark.tsx';

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

/** Returns the state of a post on one platform in a few words, with its tone. */
export function resultState({
  state,
  nextAttemptAt,
  removedAt,
}: Pick<PlatformResult, 'state' | 'nextAttemptAt' | 'removedAt'>): { readonly tone: Tone; readonly words: string } {
  if (removedAt !== undefined) return { tone: 'off', words: 'Taken back' };
  return nextAttemptAt === undefined ? STATES[state] : { tone: 'warning', words: 'Sent again soon' };
}

/**
 * Returns as a sentence why a platform did not publish, with the platform's name instead of its id. Leaves out commands
 * for a terminal, because the page has buttons.
 */
export function reasonOf({ error }: Pick<PlatformResult, 'error'>, platform: string | null): string | null {
  const reason = nameIn(error?.replace(/; [^;]*\bwith: social .*$/s, '').trim() ?? '', platform);
  return reason === '' ? null : sentence(reason);
}

function nameIn(reason: string, platform: string | null): string {
  if (platform === null || !isPlatformId(platform)) return reason;
  const name = platformName(platform);
  // An id such as `video` is also the word for a file; it names the platform only at the start of a sentence about a platform.
  if (platformFacts(platform).mediaUrls.some((kind) => kind === platform)) {
    return reason.replace(new RegExp(`^${platform}(?= (?:is not|needs|no longer|was disconnected|takes) )`), name);
  }
  return reason.replaceAll(new RegExp(`\\b${platform}\\b`, 'g'), name);
}

/** Returns true while a platform is still being sent to, so that the result can change. */
export function isOnItsWay({ platformResults }: Pick<Schema<'Post'>, 'platformResults'>): boolean {
  return Object.values(platformResults).some(({ state }) => state === 'sending');
}
