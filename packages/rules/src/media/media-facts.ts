import {
  type DocumentFacts,
  type MediaFacts,
  networkFacts,
  PLATFORM_IDS,
  type PlatformId,
  platformFacts,
  type Schema,
} from '@social/types';

/** Where files go at a platform, as far as it is known. */
export interface MediaPlace {
  /** The connected network; left out until one is connected. */
  readonly network?: string | null | undefined;
  /** Limits of the connected account's server. */
  readonly server?: Schema<'ServerMedia'> | null | undefined;
  /** Of the post: a story takes other files than the feed. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns what a platform takes: what its connected network or server takes, or else the most that any of its networks takes. */
export function mediaFacts(platform: PlatformId, { network, server, settings }: MediaPlace = {}): MediaFacts {
  const facts = (network && factsOf(network, settings?.['type'])) || widestFacts(platform);
  return server ? withServer(facts, server) : facts;
}

function factsOf(network: string, type?: unknown): MediaFacts | null {
  const facts = networkFacts(network);
  if (!facts) return null;
  const { media, mediaOfType = {}, fetches } = facts;
  const own = typeof type === 'string' && Object.hasOwn(mediaOfType, type) ? mediaOfType[type] : {};
  return { ...media, ...own, ...(fetches && { fetches }) };
}

const widest = new Map<PlatformId, MediaFacts>();

function widestFacts(platform: PlatformId): MediaFacts {
  if (widest.size === 0) for (const id of PLATFORM_IDS) widest.set(id, factsOfAll(id));
  return widest.get(platform) as MediaFacts;
}

function factsOfAll(platform: PlatformId): MediaFacts {
  const all = platformFacts(platform).networks.flatMap((network) => factsOf(network) ?? []);
  return all.reduce(widen);
}

function widen(one: MediaFacts, other: MediaFacts): MediaFacts {
  const most = (name: 'files' | 'images' | 'videos' | 'maxImageBytes' | 'maxVideoBytes' | 'maxAlt') =>
    Math.max(one[name], other[name]);
  const both = (name: 'imageTypes' | 'videoTypes' | 'animatedTypes') => [...new Set([...one[name], ...other[name]])];
  return {
    files: most('files'),
    images: most('images'),
    videos: most('videos'),
    mixed: one.mixed || other.mixed,
    required: one.required && other.required,
    imageTypes: both('imageTypes'),
    animatedTypes: both('animatedTypes'),
    aloneTypes: one.aloneTypes?.filter((type) => other.aloneTypes?.includes(type)) ?? [],
    videoTypes: both('videoTypes'),
    maxImageBytes: most('maxImageBytes'),
    maxAnimationBytes: Math.max(animationBytes(one), animationBytes(other)),
    maxVideoBytes: most('maxVideoBytes'),
    maxFrames: one.maxFrames === 0 || other.maxFrames === 0 ? 0 : Math.max(one.maxFrames, other.maxFrames),
    maxAlt: most('maxAlt'),
    // A limit that both have in the same form; a network without one takes more than any.
    ...(isSame(one.imageSides, other.imageSides) && { imageSides: one.imageSides }),
    ...(isSame(one.fetches, other.fetches) && { fetches: one.fetches }),
    ...(isSame(one.animationSides, other.animationSides) && { animationSides: one.animationSides }),
    ...(isSame(one.videoSides, other.videoSides) && { videoSides: one.videoSides }),
    ...(isSame(one.imageShape, other.imageShape) && { imageShape: one.imageShape }),
    ...(isSame(one.videoShape, other.videoShape) && { videoShape: one.videoShape }),
    ...(isSame(one.videoSeconds, other.videoSeconds) && { videoSeconds: one.videoSeconds }),
    ...widestDocuments(one.documents, other.documents),
  };
}

function widestDocuments(one?: DocumentFacts, other = one): Pick<MediaFacts, 'documents'> {
  if (!one || !other) return other ? { documents: other } : {};
  const most = (name: 'files' | 'maxBytes') => Math.max(one[name], other[name]);
  const types = [...new Set([...one.types, ...other.types])];
  const mixed = one.mixed || other.mixed;
  return { documents: { files: most('files'), types, maxBytes: most('maxBytes'), ...(mixed && { mixed }) } };
}

function isSame<Limit extends object>(one: Limit | undefined, other: Limit | undefined): one is Limit {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

function animationBytes({ maxAnimationBytes, maxImageBytes }: MediaFacts): number {
  return maxAnimationBytes ?? maxImageBytes;
}

/** Pictures that are converted wherever they go: what they tell cannot be removed otherwise. */
const CONVERTED: readonly string[] = ['image/heic', 'image/heif', 'image/avif'];

/** A server's own figures count, whether they are higher or lower than the usual ones. */
function withServer(usual: MediaFacts, server: Schema<'ServerMedia'>): MediaFacts {
  const { files, types, imageBytes, videoBytes, imagePixels, videoSeconds, description = usual.maxAlt } = server;
  const typesOf = (kind: string, known: readonly string[]) => {
    const own = types?.filter((type) => type.startsWith(`${kind}/`) && !CONVERTED.includes(type)) ?? [];
    return own.length > 0 ? own : known;
  };
  return {
    ...usual,
    ...(files !== undefined && { files, images: files }),
    imageTypes: typesOf('image', usual.imageTypes),
    videoTypes: typesOf('video', usual.videoTypes),
    maxImageBytes: imageBytes ?? usual.maxImageBytes,
    maxVideoBytes: videoBytes ?? usual.maxVideoBytes,
    ...(imagePixels !== undefined && { imageSides: { ...usual.imageSides, maxPixels: imagePixels } }),
    ...(videoSeconds !== undefined && { videoSeconds: { ...usual.videoSeconds, max: videoSeconds } }),
    maxAlt: description,
  };
}
