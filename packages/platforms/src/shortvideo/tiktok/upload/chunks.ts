import type { OutgoingMedia, TokenSession } from '../../../driver.ts';
import { send } from '../../../http/network-client.ts';
import { readMediaPart } from '../../../media-bytes.ts';
import { PlatformError } from '../../../platform-error.ts';
import { tiktokDialect } from '../errors.ts';
import type { UploadSession } from '../publish/checkpoint.ts';
import { type ChunkPlan, chunkLengthAt, readConfirmed } from './chunk-plan.ts';

/** Statuses of an address that has expired or never existed. The network's other refusals name a code. */
const GONE = [403, 404];

/** The network's answer to a chunk. `gone`: it takes no more of this file. `lost`: no answer, or one that proves nothing. */
export type ChunkAnswer =
  | { readonly kind: 'stored'; readonly confirmed: number }
  | { readonly kind: 'gone' }
  | { readonly kind: 'lost'; readonly error: PlatformError };

/** Sends the chunk that begins at byte `start`. The address itself is the permission: no token is sent. */
export async function sendChunk(
  { url }: Pick<UploadSession, 'url'>,
  { media, plan, start }: { readonly media: OutgoingMedia; readonly plan: ChunkPlan; readonly start: number },
  { call }: TokenSession,
): Promise<ChunkAnswer> {
  const body = await readMediaPart('shortvideo', media, { start, length: chunkLengthAt(plan, start) });
  const end = start + body.length;
  const effect = end === plan.totalBytes ? 'change' : 'none';
  const request = {
    method: 'PUT',
    url,
    headers: { 'content-type': media.contentType, 'content-range': `bytes ${start}-${end - 1}/${plan.totalBytes}` },
    body,
    isUpload: true,
    effect,
    answers: [416],
    secrets: [url.href, url.searchParams.get('upload_token') ?? ''],
  } as const;
  try {
    const { status, headers, broken } = await send(tiktokDialect, request, call);
    if (status === 201) return { kind: 'stored', confirmed: plan.totalBytes };
    const confirmed = readConfirmed(plan, headers.get('content-range'));
    if (status === 206) return { kind: 'stored', confirmed: confirmed ?? end };
    if (status === 416 && confirmed !== null) return { kind: 'stored', confirmed };
    return { kind: 'lost', error: broken() };
  } catch (error) {
    if (isGone(error)) return { kind: 'gone' };
    const isLost = error instanceof PlatformError && (error.kind === 'unavailable' || error.kind === 'outcome-unknown');
    if (isLost && error.code !== 'media_unreachable') return { kind: 'lost', error };
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof PlatformError && error.upstreamCode === null && GONE.includes(error.status ?? 0);
}
