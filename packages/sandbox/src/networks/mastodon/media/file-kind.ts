import { sniff } from '../../../world/sniff.ts';
import type { Attachment } from '../state.ts';

/** A file as its first bytes tell it. */
export type FileKind = Pick<Attachment, 'kind' | 'type' | 'width' | 'height'>;

/** MIME types that an instance takes. */
export const supportedTypes: readonly string[] = [
  ...['image/jpeg', 'image/png', 'image/gif', 'image/heic', 'image/heif', 'image/webp', 'image/avif'],
  ...['video/webm', 'video/mp4', 'video/quicktime', 'video/ogg'],
  ...['audio/mpeg', 'audio/mp3', 'audio/ogg', 'audio/wave', 'audio/wav', 'audio/flac', 'audio/mp4'],
];

/** Files in the container of MP4 that are something else, by their brand. */
const brands: Readonly<Record<string, Omit<FileKind, 'width' | 'height'>>> = {
  heic: { kind: 'image', type: 'image/heic' },
  heix: { kind: 'image', type: 'image/heic' },
  mif1: { kind: 'image', type: 'image/heif' },
  avif: { kind: 'image', type: 'image/avif' },
  'M4A ': { kind: 'audio', type: 'audio/mp4' },
};

const audioSigns: readonly (readonly [RegExp, string])[] = [
  [/^ID3|^\xff[\xfb\xf3\xf2]/, 'audio/mpeg'],
  [/^OggS/, 'audio/ogg'],
  [/^fLaC/, 'audio/flac'],
  [/^RIFF.{4}WAVE/s, 'audio/wave'],
];

/** Recognizes a file that an instance takes. @returns `undefined` for any other file. */
export function fileKindOf(head: Buffer): FileKind | undefined {
  const latin = head.toString('latin1', 0, 16);
  const audio = audioSigns.find(([sign]) => sign.test(latin))?.[1];
  if (audio !== undefined) return { kind: 'audio', type: audio };
  const branded = latin.slice(4, 8) === 'ftyp' ? brands[latin.slice(8, 12)] : undefined;
  if (branded) return branded;
  const found = sniff(head);
  if (!found || !supportedTypes.includes(found.type)) return undefined;
  if (found.type === 'image/gif') return { kind: 'gifv', ...found };
  return { kind: found.type.startsWith('video/') ? 'video' : 'image', ...found };
}
