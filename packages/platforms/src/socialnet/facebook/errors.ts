import { type ErrorRule, rulesFor } from '../../http/error-rules.ts';
import { forbidden, refused, refusedFile, unavailable, unknownOutcome } from '../../meanings.ts';
import { createGraphDialects } from '../../meta-graph/graph-rules.ts';

/**
 * Subcodes of refused posts, which the network's pages do not list; they were seen while publishing.
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
const RULES: readonly ErrorRule[] = [
  ...videoRules(),
  fileRefusal('1366046', 'Facebook does not take this image; make it a JPEG or PNG of less than 4 MB'),
  fileRefusal('1366051', 'Facebook says that these photos were posted already; upload them again or change the post'),
  fileRefusal('1349125', 'Facebook does not take a file of this format; images must be JPEG or PNG, videos MP4'),
  fileRefusal('2069019', 'Facebook cannot read this file; save it again as JPEG, PNG or MP4'),
  refusal('1390008', "Facebook considers this account's posts too frequent; wait a while before the next post"),
  refusal('1346003', 'Facebook considers this post abusive; change its text or link'),
  refusal('1404006', 'Facebook wants a security check; sign in there with this account and answer its questions'),
  refusal('1404078', 'the page needs publishing authorization; complete it at Facebook'),
  refusal('1404102', 'Facebook considers this post to be against its community standards; change it'),
  refusal('1404112', 'Facebook has limited this account for a while; see the account there'),
  refusal('1609008', 'Facebook does not take links to its own pages; leave the link out'),
  refusal('2061006', 'Facebook cannot use the address in this post; check the link'),
  refusal('4854002', 'Facebook wants the person behind the page to confirm who they are; do so there'),
];

/** @see https://developers.facebook.com/docs/video-api/reference/error-codes */
function videoRules(): ErrorRule[] {
  return [
    fileRefusal('1363022', 'Facebook takes no video of less than 1 kB'),
    fileRefusal('1363023', 'Facebook considers this video too large; make it smaller'),
    fileRefusal('1363031', 'Facebook finds no video in this file; save it again as MP4'),
    {
      upstreamCode: '1363042',
      ...forbidden('Facebook does not let this connection upload videos to the page; connect socialnet again'),
    },
  ];
}

/** Subcode of an upload that the network has forgotten or never knew. */
export const FORGOTTEN_UPLOAD = '1363041';
/** Subcodes of an upload that arrived damaged or incomplete. */
export const DISTURBED_UPLOAD: readonly string[] = ['1363019', '1363030', '1363033', '1363037'];

const FACEBOOK = { platform: 'socialnet', network: 'facebook' } as const;

export const facebookDialects = createGraphDialects(FACEBOOK, RULES);

/** Meanings before the last phase of a video, where nothing can have been published. */
export const videoUploadDialects = createGraphDialects(FACEBOOK, [
  ...rulesFor(
    DISTURBED_UPLOAD,
    unavailable('the video did not arrive whole at Facebook; nothing was published, try again'),
  ),
  {
    upstreamCode: FORGOTTEN_UPLOAD,
    ...unavailable('Facebook has forgotten the upload of this video; nothing was published, try again'),
  },
  ...RULES,
]);

/** Meanings in the last phase, which may have published the video despite these answers: an earlier try ends the upload. */
export const videoFinishDialects = createGraphDialects(FACEBOOK, [
  ...rulesFor(
    [...DISTURBED_UPLOAD, FORGOTTEN_UPLOAD],
    unknownOutcome(
      'Facebook reported trouble with the upload when it was to publish the video, so it may have been done; check the account before sending it again',
    ),
  ),
  ...RULES,
]);

function refusal(upstreamCode: string, message: string): ErrorRule {
  return { upstreamCode, ...refused(message) };
}

function fileRefusal(upstreamCode: string, message: string): ErrorRule {
  return { upstreamCode, ...refusedFile(message) };
}
