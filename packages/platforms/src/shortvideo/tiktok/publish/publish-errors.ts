import { safeQuote } from '../../../http/safe-quote.ts';
import {
  type Meaning,
  reconnect,
  refused,
  refusedFile,
  unavailable,
  unknownOutcome,
  unreachableFile,
} from '../../../meanings.ts';
import { PlatformError } from '../../../platform-error.ts';
import { SPAM_MEANINGS } from '../errors.ts';

/** @see https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  ...SPAM_MEANINGS,
  file_format_check_failed: refusedFile(
    'TikTok cannot read the file; make it an MP4 with H.264 (MOV and WebM are taken, too), or a JPEG or WebP photo',
  ),
  duration_check_failed: refusedFile(
    'the video is too short or too long for this account; TikTok takes 10 minutes at most, and fewer of some accounts',
  ),
  frame_rate_check_failed: refusedFile('TikTok takes videos with 23 to 60 frames a second; convert the video'),
  picture_size_check_failed: refusedFile(
    'TikTok takes videos with sides of 360 to 4096 pixels and photos up to 1080p; change the size',
  ),
  internal: unavailable('TikTok had trouble with the file; nothing was published, try again later'),
  video_pull_failed: unreachable('video'),
  photo_pull_failed: unreachable('photos'),
  publish_cancelled: refused('the post was canceled at TikTok before it was published'),
  auth_removed: reconnect(
    'the permission was withdrawn at TikTok before the post was published; connect shortvideo again',
  ),
  spam_risk_text: refused('TikTok takes the text for spam, and did not publish it; change the text'),
  spam_risk: refused('TikTok takes the post for spam, and did not publish it; change the text or the file'),
};

/** The error for a publish that the network ended. Nothing was published. */
export function failureOf(reason: string | null): PlatformError {
  const known = reason !== null && Object.hasOwn(MEANINGS, reason) ? MEANINGS[reason] : undefined;
  const quote = safeQuote(reason ?? '', []);
  const unknown = quote ? `: "${quote}"` : ', and gave no reason';
  const meaning = known ?? refused(`TikTok did not publish it${unknown}`);
  return new PlatformError('shortvideo', { ...meaning, status: 200, ...(quote && { upstreamCode: quote }) });
}

function unreachable(noun: string): Meaning {
  const fix = 'the address must answer it over https, without redirects, for an hour';
  return unreachableFile(`TikTok could not fetch the ${noun}; ${fix}`);
}

/** The error for a post that may have been published. `reason` says what is not known, as the start of the sentence. */
export function outcomeUnknown(reason: string, cause?: unknown): PlatformError {
  return new PlatformError('shortvideo', {
    ...unknownOutcome(`${reason}, so it may be published; check the account before sending it again`),
    cause,
    ...(cause instanceof PlatformError && cause.status !== null && { status: cause.status }),
  });
}
