import { type MediaKind, mediaKindOf } from '@social/rules';
import { PLATFORM_IDS, platformFacts } from '@social/types';
import { inBytes } from '../../ui/values/quantities.ts';

/** Stage of a file's upload. Only a `ready` file can be published. */
export type MediaStage =
  | { readonly stage: 'waiting' }
  | { readonly stage: 'uploading'; readonly sentBytes: number }
  | { readonly stage: 'ready'; readonly url: string }
  | { readonly stage: 'failed'; readonly error: unknown }
  | { readonly stage: 'refused'; readonly reason: string };

/** One file of a post that is being written. */
export interface MediaEntry {
  readonly id: string;
  /** Name of the file, or its address. */
  readonly name: string;
  /** Kind of the file; null while it is unknown. */
  readonly kind: MediaKind | null;
  readonly contentType: string | null;
  readonly bytes: number | null;
  /** Description for people who cannot see it. */
  readonly alt: string;
  /** Address from which the browser can show the file; null without a preview. */
  readonly preview: string | null;
  readonly at: MediaStage;
}

const PLATFORM_MEDIA = PLATFORM_IDS.map((platform) => platformFacts(platform).media);
const MAX_BYTES: Readonly<Record<MediaKind, number>> = {
  image: Math.max(...PLATFORM_MEDIA.map(({ maxImageBytes }) => maxImageBytes)),
  video: Math.max(...PLATFORM_MEDIA.map(({ maxVideoBytes }) => maxVideoBytes)),
};
const WORDS: Readonly<Record<MediaKind, string>> = { image: 'picture', video: 'video' };

/** Creates the entry of a file before its upload, which refuses files that no platform takes. */
export function entryOfFile(id: string, file: File): MediaEntry {
  const kind = /^(image|video)\//.exec(file.type)?.[1] as MediaKind | undefined;
  const reason = kind ? sizeProblem(kind, file.size) : null;
  return {
    id,
    name: file.name,
    kind: kind ?? null,
    contentType: file.type || null,
    bytes: file.size,
    alt: '',
    preview: kind && !reason ? URL.createObjectURL(file) : null,
    at: reason ? { stage: 'refused', reason } : { stage: 'waiting' },
  };
}

function sizeProblem(kind: MediaKind, bytes: number): string | null {
  if (bytes === 0) return 'The file is empty. Nothing was uploaded.';
  if (bytes <= MAX_BYTES[kind]) return null;
  return `It is ${inBytes(bytes)}; no platform takes a ${WORDS[kind]} larger than ${inBytes(MAX_BYTES[kind])}. Nothing was uploaded.`;
}

/** Creates the entry of a file on the web. Returns null for an address that the server could not fetch. */
export function entryOfAddress(id: string, address: string): MediaEntry | null {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const kind = mediaKindOf(url.href);
  // The page shows pictures of this server only: another one would learn who looks at them.
  const preview = kind === 'image' && url.origin === location.origin ? url.href : null;
  return {
    id,
    name: url.href,
    kind,
    contentType: null,
    bytes: null,
    alt: '',
    preview,
    at: { stage: 'ready', url: url.href },
  };
}
