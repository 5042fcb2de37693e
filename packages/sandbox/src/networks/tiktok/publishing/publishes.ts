import { randomBytes } from 'node:crypto';
import type { Blob } from '../../../world/blobs.ts';
import { createMedia, type Media } from '../../../world/posts.ts';
import { type Sniffed, sniff } from '../../../world/sniff.ts';
import { acceptPost } from '../../../world/world.ts';
import type { Session } from '../session.ts';
import type { FailReason, PostInfo, Publish, TiktokState, Upload } from '../state.ts';

const videoTypes = ['video/mp4', 'video/quicktime', 'video/webm'];
const photoTypes = ['image/jpeg', 'image/webp'];
/** 1080p, upright or landscape. */
const maxLongSide = 1920;
const maxShortSide = 1080;
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

/** Posts the video of a publish whose file has arrived; a file that is not a video makes the publish fail. */
export function completeVideo(state: TiktokState, publish: Publish, blob: Blob): void {
  const type = sniff(blob.read(0, 64))?.type ?? '';
  if (videoTypes.includes(type)) complete(state, publish, [createMedia(blob, type)]);
  else failLater(publish, 'file_format_check_failed');
}

/** Posts the photos of a publish; a photo that cannot be shown makes the publish fail. */
export function completePhotos(state: TiktokState, publish: Publish, blobs: readonly Blob[]): void {
  const photos = blobs.map((blob) => ({ blob, found: sniff(blob.read()) }));
  const problem = photos.map(({ found }) => photoProblem(found)).find((reason) => reason !== null);
  if (problem) {
    failLater(publish, problem);
  } else {
    complete(
      state,
      publish,
      photos.map(({ blob, found }) => createMedia(blob, found?.type ?? '')),
    );
  }
}

function photoProblem(found: Sniffed | undefined): FailReason | null {
  if (!found || !photoTypes.includes(found.type)) return 'file_format_check_failed';
  const sides = [found.width ?? 0, found.height ?? 0];
  const isTooLarge = Math.max(...sides) > maxLongSide || Math.min(...sides) > maxShortSide;
  return isTooLarge ? 'picture_size_check_failed' : null;
}

/** Publishes the post; status checks show it a little later. */
function complete({ world, nextId }: TiktokState, publish: Publish, media: readonly Media[]): void {
  publish.isComplete = true;
  publish.pendingChecks = media.some(({ blob }) => blob.bytes > smallBytes) ? 2 : 1;
  if (!publish.post) return;
  publish.moderationChecks = publish.pendingChecks > 1 ? 1 : 0;
  publish.postId = nextId();
  const { postId: id, accountId, post } = publish;
  acceptPost(world, { network: 'tiktok', id, accountId, text: post.text, media });
}

function failLater(publish: Publish, reason: FailReason): void {
  failPublish(publish, reason);
  publish.pendingChecks = 1;
}
