import type { ErrorRule } from '../../http/error-rules.ts';
import { safeQuote } from '../../http/safe-quote.ts';
import { PlatformError } from '../../platform-error.ts';
import { SPAM_MEANINGS } from './errors.ts';

type Meaning = Pick<ErrorRule, 'kind' | 'code' | 'message'>;

/** @see https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  ...SPAM_MEANINGS,
  file_format_check_failed: refusedFile(
    'the network cannot read the file; make it an MP4 with H.264 (MOV and WebM are taken, too), or a JPEG or WebP photo',
  ),
  duration_check_failed: refusedFile(
    'the video is too short or too long for this account; the network takes 10 minutes at most, and fewer of some accounts',
  ),
  frame_rate_check_failed: refusedFile('the network takes videos with 23 to 60 frames a second; convert the video'),
  picture_size_check_failed: refusedFile(
    'the network takes videos with sides of 360 to 4096 pixels and photos up to 1080p; change the size',
  ),
  internal: {
    kind: 'unavailable',
    code: 'network_unavailable',
    message: 'the network had trouble with the file; nothing was published, try again later',
  },
  video_pull_failed: unreachable('video'),
  photo_pull_failed: unreachable('photos'),
  publish_cancelled: {
    kind: 'rejected',
    code: 'network_refused',
    message: 'the post was called off at the network before it was published',
  },
  auth_removed: {
    kind: 'reconnect',
    code: 'reconnect_required',
    message: 'the permission was withdrawn at the network before the post was published; connect shortvideo again',
  },
  spam_risk_text: {
    kind: 'rejected',
    code: 'network_refused',
    message: 'the network takes the text for spam, and did not publish it; change the text',
  },
  spam_risk: {
    kind: 'rejected',
    code: 'network_refused',
    message: 'the network takes the post for spam, and did not publish it; change the text or the file',
  },
};

/** The error for a publish that the network ended. Nothing was published. */
export function failureOf(reason: string | null): PlatformError {
  const meaning = reason !== null && Object.hasOwn(MEANINGS, reason) ? MEANINGS[reason] : undefined;
  const quote = safeQuote(reason ?? '', []);
  return new PlatformError('shortvideo', {
    kind: 'rejected',
    code: 'network_refused',
    message: quote
      ? `the network did not publish it: "${quote}"`
      : 'the network did not publish it, and gave no reason',
    ...meaning,
    status: 200,
    ...(quote && { upstreamCode: quote }),
  });
}

function refusedFile(message: string): Meaning {
  return { kind: 'rejected', code: 'media_refused', message };
}

function unreachable(noun: string): Meaning {
  return {
    kind: 'unavailable',
    code: 'media_unreachable',
    message: `the network could not fetch the ${noun}; the address must answer it over https, without redirects, for an hour`,
  };
}
