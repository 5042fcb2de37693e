import type { ErrorRule } from '../../http/error-rules.ts';
import { createGraphDialects } from '../../meta-graph/graph-rules.ts';

/**
 * Subcodes of refused posts, which the network's pages do not list; people met them while publishing.
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
const RULES: readonly ErrorRule[] = [
  ...videoRules(),
  refusedFile('1366046', 'the network does not take this image; make it a JPEG or PNG of less than 4 MB'),
  refusedFile(
    '1366051',
    'the network says that these photos were posted already; upload them again or change the post',
  ),
  refusedFile('1349125', 'the network does not take a file of this format; images must be JPEG or PNG, videos MP4'),
  refusedFile('2069019', 'the network cannot read this file; save it again as JPEG, PNG or MP4'),
  refused('1390008', 'the network finds that this account posts too fast; wait a while before the next post'),
  refused('1346003', 'the network takes this post for abusive; change its text or link'),
  refused('1404006', 'the network wants a security check; sign in there with this account and answer its questions'),
  refused('1404078', 'the page needs publishing authorization; complete it at the network'),
  refused('1404102', 'the network finds that this post goes against its community standards; change it'),
  refused('1404112', 'the network has limited this account for a while; see the account there'),
  refused('1609008', 'the network does not take links to its own pages; leave the link out'),
  refused('2061006', 'the network cannot use the address in this post; check the link'),
  refused('4854002', 'the network wants the person behind the page to confirm who they are; do so there'),
];

/** @see https://developers.facebook.com/docs/video-api/reference/error-codes */
function videoRules(): ErrorRule[] {
  return [
    refusedFile('1363022', 'the network takes no video of less than 1 kB'),
    refusedFile('1363023', 'the network finds this video too large; make it smaller'),
    refusedFile('1363031', 'the network finds no video in this file; save it again as MP4'),
    {
      upstreamCode: '1363042',
      kind: 'rejected',
      code: 'network_forbidden',
      message: 'the network does not let this connection upload videos to the page; connect socialnet again',
    },
  ];
}

/** Subcode of an upload that the network does not know, or no longer knows. */
export const FORGOTTEN_UPLOAD = '1363041';
/** Subcodes of an upload that did not arrive as it should. */
export const DISTURBED_UPLOAD: readonly string[] = ['1363019', '1363030', '1363033', '1363037'];

export const facebookDialects = createGraphDialects('socialnet', RULES);

/** Before the last phase of a video nothing can have been published. */
export const videoUploadDialects = createGraphDialects('socialnet', [
  ...DISTURBED_UPLOAD.map((upstreamCode) =>
    undone(upstreamCode, 'the video did not arrive whole at the network; nothing was published, try again'),
  ),
  undone(FORGOTTEN_UPLOAD, 'the network has forgotten the upload of this video; nothing was published, try again'),
  ...RULES,
]);

/** The last phase may have published the video although it answers so: an earlier one ends the upload. */
export const videoFinishDialects = createGraphDialects('socialnet', [
  ...[...DISTURBED_UPLOAD, FORGOTTEN_UPLOAD].map(
    (upstreamCode): ErrorRule => ({
      upstreamCode,
      kind: 'outcome-unknown',
      code: 'outcome_unknown',
      message:
        'the network reported trouble with the upload when it was to publish the video, so it may have been done; check the account before sending it again',
    }),
  ),
  ...RULES,
]);

function undone(upstreamCode: string, message: string): ErrorRule {
  return { upstreamCode, kind: 'unavailable', code: 'network_unavailable', message };
}

function refused(upstreamCode: string, message: string): ErrorRule {
  return { upstreamCode, kind: 'rejected', code: 'network_refused', message };
}

function refusedFile(upstreamCode: string, message: string): ErrorRule {
  return { upstreamCode, kind: 'rejected', code: 'media_refused', message };
}
