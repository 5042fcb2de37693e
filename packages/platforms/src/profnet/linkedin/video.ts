import type { OutgoingMedia, PublishSession } from '../../driver.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import { send } from '../../http/network-client.ts';
import { readMediaPart } from '../../media-bytes.ts';
import { persist } from '../../repeat.ts';
import { authorUrn, callLinkedin, type LinkedinApi, uploadUrlOf } from './api.ts';
import { linkedinDialect } from './errors.ts';
import { awaitReady, fileUrn, findUploaded } from './files.ts';

/** LinkedIn asks for parts of 4 MiB. */
const MAX_PART_BYTES = 16 * 1024 * 1024;

/** A part of the file, and where it goes. */
interface Part {
  readonly url: URL;
  readonly start: number;
  readonly length: number;
}

/** An upload that has begun. */
interface Begun {
  readonly video: string;
  readonly uploadToken: string;
  readonly parts: readonly Part[];
}

/**
 * Uploads a video in the parts that the network asks for, and returns its URN once the network has processed it. Readers see it only
 * when a post names it, so that an interrupted upload begins again.
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/videos-api
 */
export async function uploadVideo(api: LinkedinApi, file: OutgoingMedia, session: PublishSession): Promise<string> {
  const advice = 'save it again as MP4 with H.264 and AAC';
  const process = (urn: string) => awaitReady(api, { kind: 'video', file, urn, advice }, session);
  const earlier = await findUploaded('video', { file, process }, session);
  if (earlier !== null) return earlier;
  const video = await uploadParts(api, file, session);
  await process(video);
  return video;
}

async function uploadParts(api: LinkedinApi, file: OutgoingMedia, session: PublishSession): Promise<string> {
  const { call } = session;
  const begun = await begin(api, file, session);
  const uploadedPartIds: string[] = [];
  for (const part of begun.parts) {
    uploadedPartIds.push(await persist(() => sendPart(file, part, session), call.signal));
    call.onProgress?.({ stage: 'uploading', doneBytes: part.start + part.length, totalBytes: file.bytes });
  }
  const { video, uploadToken } = begun;
  const json = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } };
  const path = '/rest/videos?action=finalizeUpload';
  const request = { method: 'POST', path, json, effect: 'none' } as const;
  await persist(() => callLinkedin(api, request, session), call.signal);
  await call.saveCheckpoint?.({ step: 'upload', sha256: file.sha256, video });
  return video;
}

async function begin(api: LinkedinApi, file: OutgoingMedia, session: PublishSession): Promise<Begun> {
  const about = { fileSizeBytes: file.bytes, uploadCaptions: false, uploadThumbnail: false };
  const json = { initializeUploadRequest: { owner: authorUrn(session.account), ...about } };
  const path = '/rest/videos?action=initializeUpload';
  const request = { method: 'POST', path, json, effect: 'none' } as const;
  const started = await persist(() => callLinkedin(api, request, session), session.call.signal);
  const value = asRecord(started.body?.['value']);
  const video = fileUrn('video', value?.['video']);
  const parts = partsIn(api, value?.['uploadInstructions'], file.bytes);
  if (video === null || !parts) throw started.broken();
  return { video, uploadToken: asString(value?.['uploadToken']) ?? '', parts };
}

/** Reads the parts that the network asks for; null unless they are the whole file, in order. */
function partsIn(api: LinkedinApi, instructions: unknown, bytes: number): Part[] | null {
  if (!Array.isArray(instructions)) return null;
  const parts: Part[] = [];
  let start = 0;
  for (const instruction of instructions.map(asRecord)) {
    const url = uploadUrlOf(api, instruction?.['uploadUrl']);
    const length = Number(instruction?.['lastByte']) + 1 - start;
    const isNext = Number(instruction?.['firstByte']) === start && length > 0 && length <= MAX_PART_BYTES;
    if (!url || !isNext) return null;
    parts.push({ url, start, length });
    start += length;
  }
  return start === bytes ? parts : null;
}

/** Sends one part and returns its ETag. The address of a part is its permission: no token goes there. */
async function sendPart(file: OutgoingMedia, { url, ...part }: Part, { call }: PublishSession): Promise<string> {
  const body = await readMediaPart('profnet', file, part);
  const headers = { 'content-type': 'application/octet-stream' };
  const put = { method: 'PUT', url, headers, body, isUpload: true, effect: 'none', secrets: [] } as const;
  const answer = await send(linkedinDialect, put, call);
  const etag = answer.headers.get('etag')?.replace(/^"(.*)"$/, '$1');
  if (!etag) throw answer.broken();
  return etag;
}
