import {
  type FileLook,
  isMedia,
  type KnownFile,
  type LookedFile,
  type MediaKind,
  mediaFacts,
  mediaKindOf,
  typeName,
  typeProblem,
  unusableProblem,
} from '@social/rules';
import { PLATFORM_IDS } from '@social/types';
import { inBytes } from '../../../ui/values/quantities.ts';

/** Stage of a file's upload. Only a `ready` file can be published. */
export type MediaStage =
  | { readonly stage: 'waiting' }
  | { readonly stage: 'uploading'; readonly sentBytes: number }
  | { readonly stage: 'ready'; readonly url: string }
  | { readonly stage: 'failed'; readonly error: unknown }
  | { readonly stage: 'refused'; readonly reason: string };

/** Facts that only the bytes of a file tell; left out where nobody has looked at them. */
type FileFacts = Partial<Pick<KnownFile, 'size'>> &
  Pick<LookedFile, 'orientation' | 'isAnimated' | 'frames' | 'duration' | 'pixelBytes'>;

/** One file of a post that is being written. */
export interface MediaEntry extends FileFacts {
  readonly id: string;
  /** Name of the file, or its address. */
  readonly name: string;
  /** Kind of the file; null while it is unknown. */
  readonly kind: MediaKind | null;
  /** Type by the file's bytes; null while it is unknown. */
  readonly contentType: string | null;
  readonly bytes: number | null;
  /** Description for people who cannot see it. */
  readonly alt: string;
  /** Address from which the browser can show the file; null without a preview. */
  readonly preview: string | null;
  readonly at: MediaStage;
}

const KINDS: Readonly<Record<MediaKind, string>> = { image: 'Picture', video: 'Video', document: 'Document' };
const TAKEN = PLATFORM_IDS.map((platform) => mediaFacts(platform));
const MAX_BYTES: Readonly<Record<MediaKind, number>> = {
  image: Math.max(...TAKEN.map(({ maxImageBytes }) => maxImageBytes)),
  video: Math.max(...TAKEN.map(({ maxVideoBytes }) => maxVideoBytes)),
  document: Math.max(...TAKEN.map(({ documents }) => documents?.maxBytes ?? 0)),
};

/** Returns true for the address of a file that the server stores. */
export function isStored(url: string): boolean {
  return /^\/media\/[\w-]+\/[0-9a-f]{64}\.\w+$/.test(URL.parse(url)?.pathname ?? '');
}

/** Names the kind of a file, such as "Animation". */
export function kindInWords({ kind, isAnimated }: Pick<MediaEntry, 'kind' | 'isAnimated'>): string {
  if (kind === null) return 'File';
  return isAnimated ? 'Animation' : KINDS[kind];
}

/** Names what a file is where it cannot be shown, such as "HEIC picture". */
export function typeInWords(entry: Pick<MediaEntry, 'kind' | 'isAnimated' | 'contentType'>): string {
  const kind = kindInWords(entry);
  return entry.contentType === null ? kind : `${typeName(entry.contentType)} ${kind.toLowerCase()}`;
}

/** Creates the entry of a file before its bytes are looked at. */
export function entryOfFile(id: string, file: File): MediaEntry {
  // The browser goes by the name, which is enough to show the file, but not to check it.
  const kind = /^(image|video)\//.exec(file.type)?.[1] as MediaKind | undefined;
  return {
    id,
    name: file.name,
    kind: kind ?? null,
    contentType: null,
    bytes: file.size,
    alt: '',
    preview: URL.createObjectURL(file),
    at: { stage: 'waiting' },
  };
}

/** Returns what is known of a file once its bytes were looked at, which refuses files that no platform takes. */
export function changeByLook(file: Pick<File, 'name' | 'size'>, look: FileLook | null): Partial<MediaEntry> {
  const problem = lookProblem(file, look);
  if (problem === null) return factsOf(look);
  return { ...factsOf(look), preview: null, at: { stage: 'refused', reason: `${problem}.` } };
}

function factsOf(look: FileLook | null): Partial<MediaEntry> {
  if (look === null || look.kind === 'audio') return { kind: null };
  const { kind, contentType, size, orientation, isAnimated, frames, duration, pixelBytes } = look;
  return { kind, contentType, size, orientation, isAnimated, frames, duration, pixelBytes };
}

/** Explains why no platform takes a file, as a sentence that begins with its name. */
function lookProblem({ name, size: bytes }: Pick<File, 'name' | 'size'>, look: FileLook | null): string | null {
  if (bytes === 0) return `${name} is empty`;
  if (!isMedia(look)) return `${name} ${typeProblem(look)}`;
  const { kind } = look;
  if (bytes <= MAX_BYTES[kind]) return unusableProblem({ ...look, name, bytes });
  const noun = KINDS[kind].toLowerCase();
  return `${name} is ${inBytes(bytes)}; no platform takes a ${noun} larger than ${inBytes(MAX_BYTES[kind])}`;
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
