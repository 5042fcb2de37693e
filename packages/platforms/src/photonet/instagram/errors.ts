import {
  forbidden,
  invalid,
  limited,
  type Meaning,
  notFound,
  refused,
  refusedFile,
  unavailable,
  unknownOutcome,
  unreachableFile,
} from '../../meanings.ts';
import { createGraphDialects } from '../../meta-graph/graph-rules.ts';
import { PlatformError } from '../../platform-error.ts';

const UNFETCHED = "check that this server's public address (SOCIAL_BASE_URL) can be reached from the internet";

/**
 * Meanings of Instagram's refusals, by subcode.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  '2207003': unreachableFile(`it took Instagram too long to fetch the file; nothing was published, ${UNFETCHED}`),
  '2207020': unreachableFile('the file has expired at Instagram; nothing was published, send it again'),
  '2207052': {
    ...unreachableFile(`Instagram could not fetch the file from this server; nothing was published, ${UNFETCHED}`),
    kind: 'rejected',
  },
  '2207057': invalid('the moment chosen for the cover picture is not within the video; choose one from 0 to its end'),
  '2207051': refused(
    'Instagram restricts what this account does, to protect its community; wait, and see the account there',
  ),
  '2207042': limited("the account's posts of the last 24 hours have reached Instagram's limit"),
  '2207006': notFound('Instagram has no such post, or does not show it to the connected account'),
  '2207008': refused('what was prepared for this post no longer exists at Instagram, or has expired; send it again'),
  '2207050': forbidden('Instagram has restricted this account; sign in there with it and see what it wants'),
  '2207023': refusedFile('Instagram does not know this kind of media; use JPEG, MP4 or MOV'),
  '2207028': refusedFile('Instagram takes 2 to 10 images and videos in one post'),
  '2207040': invalid('Instagram takes at most 20 mentions (@name) in a post; leave some out'),
  '2207026': refusedFile(
    'Instagram does not take this video; make it an MP4 or MOV of 3 s to 15 min, H.264 or HEVC, 23 to 60 fps',
  ),
  '2207027': unavailable('Instagram is still preparing the post; nothing was published, try again in a moment'),
  '2207004': refusedFile('an image is too large for Instagram; make it smaller than 8 MiB'),
  '2207005': refusedFile('Instagram takes images as JPEG only; convert the image'),
  '2207009': refusedFile('Instagram takes images that are between 4:5 and 1.91:1 only; crop the image'),
  // Instagram answers so after it has made a comment.
  '1772107': unknownOutcome('Instagram may have made the comment; look at the post before sending it again'),
  '2207010': invalid('the caption is too long for Instagram: at most 2200 characters, 30 hashtags and 20 mentions'),
};

export const instagramDialects = createGraphDialects({ platform: 'photonet', network: 'instagram' }, [
  ...Object.entries(MEANINGS).map(([upstreamCode, meaning]) => ({ upstreamCode, ...meaning })),
  {
    detail: /INVALID_LOCATION_ID/,
    ...invalid('the locationId must be the id of a Facebook page that has a place; choose another one'),
  },
]);

/** The error for a failed container, whose status names a subcode in a sentence. */
export function failedContainer(status: string | null): PlatformError {
  const upstreamCode = /\b(2207\d{3})\b/.exec(status ?? '')?.[1] ?? '';
  const unknown = refusedFile('Instagram could not process the file; nothing was published');
  const meaning = MEANINGS[upstreamCode] ?? unknown;
  return new PlatformError('photonet', { ...meaning, ...(upstreamCode !== '' && { upstreamCode }) });
}
