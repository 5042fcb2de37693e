import type { Form } from '../../../http/form.ts';
import { pullFile } from '../../../http/pull-file.ts';
import { type JsonObject, Refusal } from '../../../http/route.ts';
import { type FoundFile, seenSides } from '../../../world/files/found-file.ts';
import { look } from '../../../world/files/look.ts';
import type { StoredBytes } from '../../../world/stored-bytes.ts';
import { problemOf } from '../../check-media.ts';
import { megabyte } from '../../media-limits.ts';
import { refuse, tooLarge } from '../errors.ts';
import { mediaLimits } from '../media-limits.ts';
import type { TelegramState } from '../state.ts';

/** The way in which a file is sent. */
export type FileKind = 'photo' | 'video' | 'document';

const unknownFile: FoundFile = { type: 'application/octet-stream', shows: 'nothing' };

/** A checked file of a message, with its id. */
export interface SentFile {
  readonly kind: FileKind;
  readonly fileId: string;
  readonly blob: StoredBytes;
  readonly found: FoundFile;
  readonly fileName: string;
}

const limits = {
  photo: mediaLimits.pictures,
  video: mediaLimits.videos,
  document: mediaLimits.documents,
};
const pullLimits = { photo: 5 * megabyte, video: 20 * megabyte, document: 20 * megabyte };

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
    if (part.blob.bytes > limits[kind].maxBytes) throw new Refusal(tooLarge());
    return keepFile(state, { kind, blob: part.blob, fileName: part.fileName });
  }
  if (typeof value !== 'string' || value === '') return refuse(`there is no ${kind} in the request`);
  const known = state.files.get(value);
  if (known) return { kind, fileId: value, blob: known.blob, found: look(known.blob) ?? unknownFile, fileName: value };
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
  const found = look(blob) ?? unknownFile;
  const problem = kind === 'document' ? undefined : problemOf(found, blob.bytes, limits[kind]);
  if (kind === 'photo' && problem === 'type') refuse('IMAGE_PROCESS_FAILED');
  if (kind === 'photo' && problem !== undefined) refuse('PHOTO_INVALID_DIMENSIONS');
  if (problem !== undefined) refuse('wrong file identifier/HTTP URL specified');
  const fileId = `${kind}-${blob.sha256.slice(0, 32)}`;
  state.files.set(fileId, { blob, type: found.type });
  return { kind, fileId, blob, found, fileName };
}

/** The members of a message that describe its file. */
export function presentFile({ kind, fileId, blob, found, fileName }: SentFile): JsonObject {
  const file = { file_id: fileId, file_unique_id: fileId.slice(-16), file_size: blob.bytes };
  const { width, height } = seenSides(found) ?? { width: 320, height: 240 };
  const { type, seconds = 1 } = found;
  if (kind === 'photo') return { photo: [{ ...file, width, height }] };
  const named = { ...file, file_name: fileName, mime_type: type };
  return kind === 'video' ? { video: { ...named, width, height, duration: Math.round(seconds) } } : { document: named };
}
