import type { OutgoingMedia, PublishSession } from '../../driver.ts';
import { asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import { streamMediaBytes } from '../../media-bytes.ts';
import { type BlueskyApi, callBluesky } from '../api.ts';

/** Uploads a file to the server of the account. @returns the reference by which records name it */
export async function uploadBlob(
  api: BlueskyApi,
  { file, onBytes }: { readonly file: OutgoingMedia; readonly onBytes: (bytes: number) => void },
  session: PublishSession,
): Promise<JsonObject> {
  const open = () => streamMediaBytes('bluesky', file, { onBytes });
  const sent = { contentType: file.contentType, bytes: file.bytes, open };
  const request = { method: 'com.atproto.repo.uploadBlob', file: sent, effect: 'none' } as const;
  const { body, broken } = await callBluesky(api, request, session);
  const blob = readBlob(body?.['blob']);
  if (!blob) throw broken();
  return blob;
}

/** Reads a reference to a file; null for anything else. */
export function readBlob(value: unknown): JsonObject | null {
  const blob = asRecord(value);
  const link = asString(asRecord(blob?.['ref'])?.['$link']);
  const isWhole = blob?.['$type'] === 'blob' && link !== null && typeof blob['mimeType'] === 'string';
  return isWhole && Number.isSafeInteger(blob['size']) ? blob : null;
}
