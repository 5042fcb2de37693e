import type { Form } from '../../../server/http/form.ts';
import { pullFile } from '../../../server/http/pull-file.ts';
import type { Blob } from '../../../world/blobs.ts';
import { type Sniffed, sniff } from '../../../world/sniff.ts';
import { type Json, Refusal } from '../../network.ts';
import { refuse, tooLarge } from '../errors.ts';
import type { TelegramState } from '../state.ts';

/** The way in which a file is sent. */
export type FileKind = 'photo' | 'video' | 'document';

/** A checked file of a message, with its id. */
export interface SentFile {
  readonly kind: FileKind;
  readonly fileId: string;
  readonly blob: Blob;
  readonly found: Sniffed;
  readonly fileName: string;
}

const megabyte = 1024 * 1024;
const uploadLimits = { photo: 10 * megabyte, video: 50 * megabyte, document: 50 * megabyte };
const pullLimits = { photo: 5 * megabyte, video: 20 * megabyte, document: 20 * megabyte };
const sniffedBytes = 64 * 1024;
const maxSides = 10_000;
const maxRatio = 20;

/**
 * Finds the file of a parameter: `attach://<part>`, a part with the parameter's own name, the id of an earlier file, or an
 * address to fetch, here also on this machine.
 *
 * @see https://core.telegram.org/bots/api#sending-files
 */
export async function findFile(
  state: TelegramState,
  form: Form,
  { kind, name, value }: { kind: FileKind; name: string; value: unknown },
): Promise<SentFile> {
  // Clients also send the parameter in the query, with an empty value.
  const attached = typeof value === 'string' && value !== '' ? /^attach:\/\/(.+)$/.exec(value)?.[1] : name;
  const part = attached === undefined ? undefined : form.files[attached];
  if (part) {
    if (part.blob.bytes > uploadLimits[kind]) throw new Refusal(tooLarge());
    return keepFile(state, { kind, blob: part.blob, fileName: part.fileName });
  }
  if (typeof value !== 'string' || value === '') return refuse(`there is no ${kind} in the request`);
  const known = state.files.get(value);
  if (known) return { kind, fileId: value, blob: known.blob, found: { type: known.type }, fileName: value };
  if (!/^https?:\/\//.test(value)) return refuse('wrong file identifier/HTTP URL specified');
  const blob = await pullFile(value, { maxBytes: pullLimits[kind] });
  if (!blob) return refuse('failed to get HTTP URL content');
  return keepFile(state, { kind, blob, fileName: new URL(value).pathname.split('/').at(-1) ?? 'file' });
}

function keepFile(
  state: TelegramState,
  { kind, blob, fileName }: Pick<SentFile, 'kind' | 'blob' | 'fileName'>,
): SentFile {
  if (blob.bytes === 0) refuse('file must be non-empty');
  const found = sniff(blob.read(0, sniffedBytes)) ?? { type: 'application/octet-stream' };
  if (kind === 'photo') checkPhoto(found);
  if (kind === 'video' && !found.type.startsWith('video/')) refuse('wrong file identifier/HTTP URL specified');
  const fileId = `${kind}-${blob.sha256.slice(0, 32)}`;
  state.files.set(fileId, { blob, type: found.type });
  return { kind, fileId, blob, found, fileName };
}

function checkPhoto({ type, width = 1, height = 1 }: Sniffed): void {
  if (!type.startsWith('image/')) refuse('IMAGE_PROCESS_FAILED');
  const isOutOfShape = Math.max(width, height) > maxRatio * Math.min(width, height);
  if (width + height > maxSides || isOutOfShape) refuse('PHOTO_INVALID_DIMENSIONS');
}

/** The members of a message that describe its file. */
export function presentFile({ kind, fileId, blob, found, fileName }: SentFile): { readonly [key: string]: Json } {
  const file = { file_id: fileId, file_unique_id: fileId.slice(-16), file_size: blob.bytes };
  const { width = 320, height = 240, type } = found;
  if (kind === 'photo') return { photo: [{ ...file, width, height }] };
  const named = { ...file, file_name: fileName, mime_type: type };
  return kind === 'video' ? { video: { ...named, width, height, duration: 1 } } : { document: named };
}
