import { isPlatformId, platformName, type Schema } from '@social/types';
import type { Tone } from '../../../ui/state-mark.tsx';

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

/** What became of a post on one platform, in a word or two, and its tone. */
export function resultState({ state, nextAttemptAt }: Pick<PlatformResult, 'state' | 'nextAttemptAt'>): {
  readonly tone: Tone;
  readonly words: string;
} {
  return nextAttemptAt === undefined ? STATES[state] : { tone: 'warning', words: 'Sent again soon' };
}

/**
 * Why a platform did not publish, as a sentence, with the name of the platform in place of its id. Commands for a terminal
 * are left out, for here are buttons instead.
 */
export function reasonOf({ error }: Pick<PlatformResult, 'error'>, platform: string | null): string | null {
  const reason = nameIn(error?.replace(/; [^;]*\bwith: social .*$/s, '').trim() ?? '', platform);
  if (reason === '') return null;
  const [first = '', ...rest] = reason;
  return `${first.toUpperCase()}${rest.join('')}${/[.!?…]$/.test(reason) ? '' : '.'}`;
}

function nameIn(reason: string, platform: string | null): string {
  if (platform === null || !isPlatformId(platform)) return reason;
  const name = platformName(platform);
  // The id `video` is a word, too: it is the platform only where a sentence about one begins.
  if (platform === 'video')
    return reason.replace(/^video(?= (?:is not|needs|no longer|was disconnected|takes) )/, name);
  return reason.replaceAll(new RegExp(`\\b${platform}\\b`, 'g'), name);
}

/** Whether a result may still change by itself, so that it is worth reading again. */
export function isOnItsWay({ platformResults }: Pick<Schema<'Post'>, 'platformResults'>): boolean {
  return Object.values(platformResults).some(({ state }) => state === 'sending');
}
