import { type MediaKind, mediaKindOf } from '@social/rules';
import { PLATFORM_IDS, platformFacts } from '@social/types';
import { inBytes } from '../../ui/quantities.ts';

/** How far a file is. Only what is `ready` can be published. */
export type MediaStage =
  | { readonly stage: 'waiting' }
  | { readonly stage: 'uploading'; readonly sentBytes: number }
  | { readonly stage: 'ready'; readonly url: string }
  | { readonly stage: 'failed'; readonly error: unknown }
  | { readonly stage: 'refused'; readonly reason: string };

/** One file of a post that is being written. */
export interface MediaEntry {
  readonly id: string;
  /** Of the file, or its address. */
  readonly name: string;
  /** Null while nothing tells. */
  readonly kind: MediaKind | null;
  readonly contentType: string | null;
  readonly bytes: number | null;
  /** Description for people who cannot see it. */
  readonly alt: string;
  /** Address that the browser can show it from; null when there is none. */
  readonly preview: string | null;
  readonly at: MediaStage;
}

const PLATFORM_MEDIA = PLATFORM_IDS.map((platform) => platformFacts(platform).media);
const MAX_BYTES: Readonly<Record<MediaKind, number>> = {
  image: Math.max(...PLATFORM_MEDIA.map(({ maxImageBytes }) => maxImageBytes)),
  video: Math.max(...PLATFORM_MEDIA.map(({ maxVideoBytes }) => maxVideoBytes)),
};
const WORDS: Readonly<Record<MediaKind, string>> = { image: 'picture', video: 'video' };

/** What is known about a file before a byte of it is sent. */
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

/** A file that is somewhere on the web already. @returns null when it is no address that the server could fetch */
export function entryOfAddress(id: string, address: string): MediaEntry | null {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const kind = mediaKindOf(url.href);
  const preview = kind === 'image' ? url.href : null;
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
