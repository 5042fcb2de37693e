import { type ErrorRule, findRule } from '../../http/error-rules.ts';
import { createGraphDialects } from '../../meta-graph/graph-rules.ts';
import { PlatformError } from '../../platform-error.ts';

type Words = Pick<ErrorRule, 'kind' | 'code' | 'message'>;

const refusedFile = (message: string): Words => ({ kind: 'rejected', code: 'media_refused', message });
const refused = (message: string): Words => ({ kind: 'rejected', code: 'network_refused', message });
const UNFETCHED = "check that this server's public address (SOCIAL_BASE_URL) can be reached from the internet";

/**
 * What Instagram's refusals mean, by subcode.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 */
const RULES: readonly ErrorRule[] = [
  {
    upstreamCode: '2207003',
    kind: 'unavailable',
    code: 'media_unreachable',
    message: `it took the network too long to fetch the file; nothing was published, ${UNFETCHED}`,
  },
  {
    upstreamCode: '2207020',
    kind: 'unavailable',
    code: 'media_unreachable',
    message: 'the file has expired at the network; nothing was published, send it again',
  },
  {
    upstreamCode: '2207052',
    kind: 'rejected',
    code: 'media_unreachable',
    message: `the network could not fetch the file from this server; nothing was published, ${UNFETCHED}`,
  },
  {
    upstreamCode: '2207057',
    kind: 'rejected',
    code: 'invalid_request',
    message: 'the moment chosen for the cover picture is not within the video; choose one from 0 to its end',
  },
  {
    upstreamCode: '2207051',
    ...refused(
      'the network restricts what this account does, to protect its community; wait, and see the account there',
    ),
  },
  {
    upstreamCode: '2207042',
    kind: 'rate-limited',
    code: 'network_rate_limited',
    message: "the account's posts of the last 24 hours have reached the network's limit",
  },
  {
    upstreamCode: '2207006',
    kind: 'not-found',
    code: 'network_not_found',
    message: 'the network has no such post, or does not show it to the connected account',
  },
  {
    upstreamCode: '2207008',
    ...refused('what was prepared for this post does not exist at the network any more, or has expired; send it again'),
  },
  {
    upstreamCode: '2207050',
    kind: 'rejected',
    code: 'network_forbidden',
    message: 'the network has restricted this account; sign in there with it and see what it wants',
  },
  { upstreamCode: '2207023', ...refusedFile('the network does not know this kind of media; use JPEG, MP4 or MOV') },
  { upstreamCode: '2207028', ...refusedFile('the network takes 2 to 10 images and videos in one post') },
  {
    upstreamCode: '2207040',
    kind: 'rejected',
    code: 'invalid_request',
    message: 'the network takes at most 20 mentions (@name) in a post; leave some out',
  },
  {
    upstreamCode: '2207026',
    ...refusedFile(
      'the network does not take this video; make it an MP4 or MOV of 3 s to 15 min, H.264 or HEVC, 23 to 60 fps',
    ),
  },
  {
    upstreamCode: '2207027',
    kind: 'unavailable',
    code: 'network_unavailable',
    message: 'the network is still preparing the post; nothing was published, try again in a moment',
  },
  { upstreamCode: '2207004', ...refusedFile('an image is too large for the network; make it smaller than 8 MiB') },
  { upstreamCode: '2207005', ...refusedFile('the network takes images as JPEG only; convert the image') },
  {
    upstreamCode: '2207009',
    ...refusedFile('the network takes images that are between 4:5 and 1.91:1 only; crop the image'),
  },
  {
    upstreamCode: '2207010',
    kind: 'rejected',
    code: 'invalid_request',
    message: 'the caption is too long for the network: at most 2200 characters, 30 hashtags and 20 mentions',
  },
];

export const instagramDialects = createGraphDialects('photonet', RULES);

/** Why a container failed: its status names a subcode in a sentence. */
export function failedContainer(status: string | null): PlatformError {
  const upstreamCode = /\b(2207\d{3})\b/.exec(status ?? '')?.[1] ?? null;
  const problem = { status: 400, upstreamCode, detail: status };
  const rule = upstreamCode === null ? undefined : findRule(instagramDialects.of('none').rules, problem);
  const words = rule ?? refusedFile('the network could not process the file; nothing was published');
  const { kind, code, message } = words;
  return new PlatformError('photonet', { kind, code, message, ...(upstreamCode !== null && { upstreamCode }) });
}
