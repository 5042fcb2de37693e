import { randomBytes } from 'node:crypto';
import { look } from '../../../world/files/look.ts';
import { createMedia, type Media } from '../../../world/posts.ts';
import type { StoredBytes } from '../../../world/stored-bytes.ts';
import { acceptPost } from '../../../world/world.ts';
import { type MediaProblem, problemOf } from '../../check-media.ts';
import type { FileLimits } from '../../media-limits.ts';
import { labelsOf } from '../labels.ts';
import { mediaLimits } from '../media-limits.ts';
import type { Session } from '../session.ts';
import {
  type FailReason,
  maxPostSeconds,
  type PostInfo,
  type Publish,
  type TiktokState,
  type Upload,
} from '../state.ts';

const failReasons: Readonly<Record<MediaProblem, FailReason>> = {
  type: 'file_format_check_failed',
  bytes: 'file_format_check_failed',
  frames: 'file_format_check_failed',
  sides: 'picture_size_check_failed',
  ratio: 'picture_size_check_failed',
  duration: 'duration_check_failed',
};
/** Files above this size take more status checks, so that callers see the processing. */
const smallBytes = 16 * 1024 * 1024;

/** Begins a publish. @param about `kind` is the beginning of its id, which names the kind and source of the files. */
export function beginPublish(
  { world, publishes }: TiktokState,
  { account, token }: Session,
  about: { readonly kind: string; readonly post: PostInfo | null; readonly upload?: Upload },
): Publish {
  const { post, upload } = about;
  const publish: Publish = {
    id: `${about.kind}~v2-1.${BigInt(`0x${randomBytes(8).toString('hex')}`)}`,
    accountId: account.id,
    clientId: token.clientId,
    createdAt: world.now(),
    post,
    ...(upload && { upload }),
    pendingChecks: 0,
    moderationChecks: 0,
    isComplete: false,
  };
  publishes.set(publish.id, publish);
  return publish;
}

export function failPublish(publish: Publish, reason: FailReason): void {
  publish.isComplete = true;
  publish.failReason = reason;
}

/** Posts the video of a publish whose file has arrived; a file that the network does not take makes the publish fail. */
export function completeVideo(state: TiktokState, publish: Publish, blob: StoredBytes): void {
  const { videos } = mediaLimits;
  // A draft is finished by its author, who may shorten it; a post has the account's own limit.
  const maxSeconds = publish.post ? maxPostSeconds : videos.maxSeconds;
  completeFiles(state, publish, { blobs: [blob], limits: { ...videos, maxSeconds } });
}

/** Posts the photos of a publish; a photo that the network does not take makes the publish fail. */
export function completePhotos(state: TiktokState, publish: Publish, blobs: readonly StoredBytes[]): void {
  completeFiles(state, publish, { blobs, limits: mediaLimits.pictures });
}

function completeFiles(
  state: TiktokState,
  publish: Publish,
  { blobs, limits }: { blobs: readonly StoredBytes[]; limits: FileLimits },
): void {
  const files = blobs.map((blob) => ({ blob, found: look(blob) }));
  const problem = files
    .map(({ blob, found }) => problemOf(found, blob.bytes, limits))
    .find((each) => each !== undefined);
  const media = files.map(({ blob, found }) => createMedia(blob, found?.type ?? ''));
  if (problem === undefined) complete(state, publish, media);
  else failLater(publish, failReasons[problem]);
}

/** Publishes the post; status checks show it a little later. */
function complete({ world, nextId }: TiktokState, publish: Publish, media: readonly Media[]): void {
  publish.isComplete = true;
  publish.pendingChecks = media.some(({ blob }) => blob.bytes > smallBytes) ? 2 : 1;
  if (!publish.post) return;
  publish.moderationChecks = publish.pendingChecks > 1 ? 1 : 0;
  publish.postId = nextId();
  const { postId: id, accountId, post } = publish;
  const { text, settings } = post;
  acceptPost(world, { network: 'tiktok', id, accountId, text, media, settings, labels: labelsOf(settings) });
}

function failLater(publish: Publish, reason: FailReason): void {
  failPublish(publish, reason);
  publish.pendingChecks = 1;
}
