import { pullFile } from '../../http/pull-file.ts';
import type { Account } from '../../world/accounts.ts';
import { seenSides } from '../../world/files/found-file.ts';
import { look } from '../../world/files/look.ts';
import { createMedia, type Media } from '../../world/posts.ts';
import { StoredBytes } from '../../world/stored-bytes.ts';
import { problemOf } from '../check-media.ts';
import { type GraphProblem, refuse, refuseParameter } from '../meta-graph/errors.ts';
import { type GraphParams, list, text } from '../meta-graph/request.ts';
import { checksUntilReady } from '../processing.ts';
import { problems } from './errors.ts';
import { mediaLimits, storyLimits } from './media-limits.ts';
import { readPostSettings } from './post-settings.ts';
import type { Container, InstagramAccess, InstagramState } from './state.ts';

const lifetimeMs = 24 * 60 * 60 * 1000;
const { pictures, videos, maxFiles, maxAltText } = mediaLimits;
/** Files larger than allowed are fetched, too, so that the answer can say that they are too large. */
export const maxPulledBytes = 2 * videos.maxBytes;

/** Creates a container, and fetches its picture or video from the address in the parameters. */
export async function createContainer(
  state: InstagramState,
  account: Account,
  { params, access }: { params: GraphParams; access: Pick<InstagramAccess, 'takesUploads' | 'labelsPartnerships'> },
): Promise<Container> {
  const isCarouselItem = text(params, 'is_carousel_item') === 'true';
  const kind = readKind(params, isCarouselItem);
  const isStory = kind === 'story-image' || kind === 'story-video';
  // Stories take no text: the network ignores one.
  const caption = isStory ? '' : readCaption(params);
  const children = kind === 'carousel' ? readChildren(state, account, params) : [];
  const isUpload = text(params, 'upload_type') === 'resumable';
  if (isUpload && (!access.takesUploads || !isVideo(kind))) refuse(problems.mediaType);
  const container: Container = {
    id: state.nextId(),
    accountId: account.id,
    kind,
    isCarouselItem,
    caption,
    altText: kind === 'image' ? text(params, 'alt_text') : undefined,
    settings: readPostSettings(params, { kind, isCarouselItem, access }),
    children,
    expiresAt: state.world.now() + lifetimeMs,
    media: undefined,
    upload: isUpload ? new StoredBytes() : undefined,
    problem: undefined,
    pendingChecks: isVideo(kind) ? checksUntilReady : 0,
    isPublished: false,
  };
  if (kind === 'image' || kind === 'story-image') container.media = await pullImage(container, params);
  else if (kind !== 'carousel' && !isUpload) takeVideo(container, await pull(params, 'video_url'));
  state.containers.set(container.id, container);
  return container;
}

/** Gives a container its video; a file that is not a video makes the processing fail. */
export function takeVideo(container: Container, file: StoredBytes | GraphProblem): void {
  container.upload = undefined;
  if (!(file instanceof StoredBytes)) {
    container.problem = file;
    return;
  }
  const found = look(file);
  const limits = container.kind === 'story-video' ? storyLimits.videos : videos;
  const offset = Number(container.settings['thumb_offset'] ?? 0);
  if (!found || problemOf(found, file.bytes, limits)) container.problem = problems.videoFormat;
  else if (offset > 0 && offset >= 1000 * (found.seconds ?? Number.POSITIVE_INFINITY)) {
    container.problem = problems.thumbOffset;
  } else container.media = createMedia(file, found.type);
}

function isVideo(kind: Container['kind']): boolean {
  return kind === 'reel' || kind === 'child-video' || kind === 'story-video';
}

function readKind(params: GraphParams, isCarouselItem: boolean): Container['kind'] {
  const type = text(params, 'media_type') ?? 'IMAGE';
  if (type === 'IMAGE') return 'image';
  if (type === 'CAROUSEL' && !isCarouselItem) return 'carousel';
  if (type === 'REELS' && !isCarouselItem) return 'reel';
  if (type === 'STORIES' && !isCarouselItem) return 'image_url' in params ? 'story-image' : 'story-video';
  return type === 'VIDEO' && isCarouselItem ? 'child-video' : refuse(problems.mediaType);
}

function readCaption(params: GraphParams): string {
  const caption = text(params, 'caption') ?? '';
  if (Array.from(caption).length > 2200) refuse(problems.captionTooLong);
  if ((caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).length > 30) refuse(problems.captionTooLong);
  if ((caption.match(/@[\p{L}\p{N}_.]+/gu) ?? []).length > 20) refuse(problems.tooManyTags);
  if ((text(params, 'alt_text') ?? '').length > maxAltText) {
    refuseParameter(`alt_text must be at most ${maxAltText} characters`);
  }
  return caption;
}

/** Reads the items of a carousel: a list, its JSON, or ids joined with commas. */
function readChildren(state: InstagramState, account: Account, params: GraphParams): readonly Container[] {
  const listed = list(params, 'children');
  const ids = listed.length > 0 ? listed.map(String) : (text(params, 'children') ?? '').split(',').filter(Boolean);
  if (ids.length < 2 || ids.length > maxFiles) refuse(problems.carouselSize);
  return ids.map((id) => {
    const child = state.containers.get(id);
    return child?.accountId === account.id && child.isCarouselItem ? child : refuse(problems.noContainer(id));
  });
}

async function pullImage({ kind, altText }: Container, params: GraphParams): Promise<Media> {
  const limits = kind === 'image' ? pictures : storyLimits.pictures;
  const file = await pull(params, 'image_url');
  if (!(file instanceof StoredBytes)) return refuse(file);
  if (file.bytes > limits.maxBytes) refuse(problems.imageTooLarge);
  const found = look(file);
  const sides = found && seenSides(found);
  // A JPEG without its sides is broken.
  if (!found || !sides || problemOf(found, file.bytes, limits) === 'type') return refuse(problems.imageFormat);
  if (problemOf(found, file.bytes, limits) === 'ratio') {
    refuse(problems.aspectRatio((sides.width / sides.height).toFixed(2)));
  }
  return createMedia(file, found.type, altText);
}

async function pull(params: GraphParams, name: string): Promise<StoredBytes | GraphProblem> {
  const url = text(params, name) ?? refuseParameter(`The parameter ${name} is required`);
  return (await pullFile(url, { maxBytes: maxPulledBytes })) ?? problems.unfetchable(url);
}
