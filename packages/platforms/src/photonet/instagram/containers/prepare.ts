import type { OutgoingPost, PublishSession } from '../../../driver.ts';
import { unavailable } from '../../../meanings.ts';
import { totalBytesOf } from '../../../media-bytes.ts';
import { PlatformError } from '../../../platform-error.ts';
import type { InstagramApi } from '../api.ts';
import { type InstagramCheckpoint, saveInstagramCheckpoint } from '../checkpoint.ts';
import { failedContainer } from '../errors.ts';
import { awaitContainer, type ContainerStatus, createCarousel, createFileContainer } from './containers.ts';

/** A post, and the containers that an interrupted attempt has prepared. */
export interface Preparation {
  readonly post: OutgoingPost;
  readonly known: Pick<InstagramCheckpoint, 'children' | 'container'> | null;
}

/** Prepares the container of a post and waits until it can be published. Readers see nothing of it. */
export async function prepareContainer(
  api: InstagramApi,
  { post, known }: Preparation,
  session: PublishSession,
): Promise<string> {
  const { media } = post;
  let container = known?.container ?? null;
  let children = known?.children ?? [];
  if (container === null) {
    const [file] = media;
    if (media.length === 1 && file) container = await createFileContainer(api, { file, post }, session);
    else {
      children = await prepareChildren(api, { post, known }, session);
      container = await createCarousel(api, { children, post }, session);
    }
    await saveInstagramCheckpoint(session.call, media, { stage: 'preparing', children, container });
  }
  reportProcessing(post, session);
  const status = await awaitContainer(api, container, session);
  if (status.code === 'FINISHED') return container;
  if (known === null) throw unusable(status);
  return prepareContainer(api, { post, known: null }, session);
}

/** Prepares the parts of a carousel, in order. Starts all before it waits for the first. */
async function prepareChildren(
  api: InstagramApi,
  { post, known }: Preparation,
  session: PublishSession,
): Promise<readonly string[]> {
  const { media } = post;
  const children = [...(known?.children ?? [])];
  for (const [index, file] of media.entries()) {
    if (index < children.length) continue;
    children.push(await createFileContainer(api, { file, post }, session));
    await saveInstagramCheckpoint(session.call, media, { stage: 'preparing', children, container: null });
  }
  for (const child of children) {
    const status = await awaitContainer(api, child, session);
    if (status.code === 'FINISHED') continue;
    if (known === null) throw unusable(status);
    return prepareChildren(api, { post, known: null }, session);
  }
  return children;
}

function reportProcessing({ media }: OutgoingPost, { call }: PublishSession): void {
  const totalBytes = totalBytesOf(media);
  call.onProgress?.({ stage: 'processing', doneBytes: totalBytes, totalBytes });
}

function unusable({ code, detail }: ContainerStatus): PlatformError {
  if (code === 'ERROR') return failedContainer(detail);
  const message = 'what was prepared for this post has expired at Instagram; nothing was published, try again';
  return new PlatformError('photonet', unavailable(message));
}
