import type { OutgoingMedia, PublishSession } from '../driver.ts';
import { multipartBody } from '../http/exchange/multipart.ts';
import { asId, asString } from '../http/lossless-json.ts';
import { type NetworkAnswer, send } from '../http/network-client.ts';
import { requireMedia, streamMediaBytes, totalBytesOf } from '../media-bytes.ts';
import { awaitProcessed } from '../poll.ts';
import { callMastodon, MASTODON_ID, type MastodonApi, readGrant } from './api.ts';
import { mastodonDialect } from './errors.ts';
import { readInstance } from './instance.ts';

/**
 * Uploads the files with their descriptions, waits until the server has processed them, and returns their ids. Readers see a
 * file only with its status, so a lost answer here is not a lost post.
 * @throws PlatformError before the first upload for files that the server says it does not take
 * @see https://docs.joinmastodon.org/methods/media/#v2
 */
export async function uploadMedia(
  api: MastodonApi,
  media: readonly OutgoingMedia[],
  session: PublishSession,
): Promise<string[]> {
  if (media.length === 0) return [];
  const instance = await readInstance(api, session.call);
  requireMedia({ platform: 'mastodon', network: 'mastodon' }, media, instance?.media);
  const totalBytes = totalBytesOf(media);
  const ids: string[] = [];
  for (const [index, file] of media.entries()) {
    const startsAt = totalBytesOf(media.slice(0, index));
    const onBytes = (bytes: number): void =>
      session.call.onProgress?.({ stage: 'uploading', doneBytes: startsAt + bytes, totalBytes });
    const { id, isReady } = await upload(api, { file, onBytes }, session);
    ids.push(id);
    if (isReady) continue;
    session.call.onProgress?.({ stage: 'processing', doneBytes: startsAt + file.bytes, totalBytes });
    await waitUntilProcessed(api, { id, file }, session);
  }
  return ids;
}

interface Uploaded {
  readonly id: string;
  readonly isReady: boolean;
}

async function upload(
  api: MastodonApi,
  { file, onBytes }: { file: OutgoingMedia; onBytes: (bytes: number) => void },
  session: PublishSession,
): Promise<Uploaded> {
  const answer = await sendFile(api, { path: '/api/v2/media', file, onBytes }, session);
  // Older servers have only the first version, which answers when the file is processed.
  const used = answer.status === 404 ? await sendFile(api, { path: '/api/v1/media', file, onBytes }, session) : answer;
  const id = asId(used.body?.['id'], MASTODON_ID);
  if (id === null) throw used.broken();
  return { id, isReady: isReady(used) };
}

function isReady({ status, body }: NetworkAnswer): boolean {
  return status === 200 && asString(body?.['url']) !== null;
}

function sendFile(
  { apiUrl, through }: MastodonApi,
  { path, file, onBytes }: { path: string; file: OutgoingMedia; onBytes: (bytes: number) => void },
  { account, call }: PublishSession,
): Promise<NetworkAnswer> {
  const { token, app } = readGrant(account.accessToken);
  const { alt, fileName, contentType, bytes } = file;
  const open = () => streamMediaBytes('mastodon', file, { onBytes });
  const form = multipartBody([
    ...(alt === '' ? [] : [{ name: 'description', value: alt }]),
    { name: 'file', fileName, contentType, bytes, open },
  ]);
  const request = {
    method: 'POST',
    url: new URL(`${apiUrl}${path}`),
    headers: { authorization: `Bearer ${token}`, 'content-type': form.contentType },
    body: form.body,
    isUpload: true,
    through,
  };
  const hasOlderVersion = path.startsWith('/api/v2');
  const rest = { secrets: [token, ...(app ? [app.clientSecret] : [])], ...(hasOlderVersion && { answers: [404] }) };
  return send(mastodonDialect, { ...request, ...rest, effect: 'none' }, call);
}

/** @throws PlatformError `rejected` when the file cannot be processed, `unavailable` when that takes too long */
async function waitUntilProcessed(
  api: MastodonApi,
  { id, file: { fileName } }: { id: string; file: OutgoingMedia },
  session: PublishSession,
): Promise<void> {
  const ask = async () => {
    const answer = await callMastodon(api, { method: 'GET', path: `/api/v1/media/${id}`, effect: 'none' }, session);
    return isReady(answer) || null;
  };
  await awaitProcessed('mastodon', ask, { fileName, call: session.call });
}
