import { isPlatformId, type PlatformId, platformFacts, platformName, type Schema } from '@social/types';
import { sentence } from '../../../api/failures.ts';
import type { Tone } from '../../../ui/parts/state-mark.tsx';
import { type Post, type Standing, standingInWords, standingOf } from '../post-standing.ts';

type PlatformResult = Schema<'PlatformResult'>;

/** A state of a post on one platform: as the title of its result, in a list of platforms, and as a mark. */
interface ResultState {
  readonly tone: Tone;
  readonly words: string;
  readonly inList: string;
  readonly standing: Standing;
}

const STATES: Readonly<Record<PlatformResult['state'] | 'retried' | 'removed', ResultState>> = {
  pending: { tone: 'off', words: 'Waiting', inList: 'waits for its turn', standing: 'scheduled' },
  sending: { tone: 'off', words: 'Being sent', inList: 'being sent', standing: 'pending' },
  published: { tone: 'ok', words: 'Published', inList: 'published', standing: 'published' },
  failed: { tone: 'warning', words: 'Not published', inList: 'failed', standing: 'failed' },
  unknown: { tone: 'warning', words: 'Not known', inList: 'outcome unknown', standing: 'unknown' },
  missed: { tone: 'warning', words: 'Missed its time', inList: 'missed', standing: 'missed' },
  canceled: { tone: 'off', words: 'Canceled', inList: 'canceled', standing: 'canceled' },
  ready: { tone: 'ok', words: 'Ready', inList: 'ready', standing: 'published' },
  problem: { tone: 'warning', words: 'Problem', inList: 'has a problem', standing: 'failed' },
  retried: { tone: 'warning', words: 'Sent again soon', inList: 'is retried automatically', standing: 'pending' },
  removed: { tone: 'off', words: 'Taken back', inList: 'taken back', standing: 'unpublished' },
};

/** Returns the state of a post on one platform. */
export function resultState(result: Pick<PlatformResult, 'state' | 'nextAttemptAt' | 'removedAt'>): ResultState {
  if (result.removedAt !== undefined) return STATES.removed;
  return result.nextAttemptAt === undefined ? STATES[result.state] : STATES.retried;
}

/** Returns the state of a post on one platform, in words for a list and as a mark. */
export function resultInWords(post: Post, platform: PlatformId): { words: string; standing: Standing } {
  const result = post.platformResults[platform];
  if (!result) return { words: standingInWords(standingOf(post)).toLowerCase(), standing: standingOf(post) };
  const { inList, standing } = resultState(result);
  return { words: inList, standing };
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
