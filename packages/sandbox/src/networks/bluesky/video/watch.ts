import type { Call, Reply, Route } from '../../../http/route.ts';
import { drawAvatar } from '../../../pages/avatar.ts';
import { look } from '../../../world/files/look.ts';
import { noSuchPage } from '../errors.ts';
import type { BlueskyState } from '../state.ts';

/** The playlist of a video, which is the whole file, and a picture for it; another host of the network serves them. */
export function watchRoutes(state: BlueskyState): readonly Route[] {
  const folder = '/watch/:did/:cid';
  const thumbnail = (call: Call): Reply => ({
    status: 200,
    bytes: { type: 'image/png', data: drawAvatar(call.params['cid'] ?? '') },
  });
  return [
    { method: 'GET', path: `${folder}/playlist.m3u8`, handle: (call) => showPlaylist(state, call) },
    { method: 'GET', path: `${folder}/thumbnail.png`, handle: thumbnail },
  ];
}

function showPlaylist(state: BlueskyState, { method, path, params, base }: Call): Reply {
  const { did = '', cid = '' } = params;
  const stored = state.blobs.get(`${did}/${cid}`);
  if (!stored || stored.usedBy.length === 0) return noSuchPage(method, path);
  const seconds = look(stored.blob)?.seconds ?? 1;
  const lines = [
    ...['#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${Math.ceil(seconds)}`, `#EXTINF:${seconds},`],
    ...[`${base}/xrpc/com.atproto.sync.getBlob?did=${did}&cid=${cid}`, '#EXT-X-ENDLIST', ''],
  ];
  return { status: 200, bytes: { type: 'application/vnd.apple.mpegurl', data: Buffer.from(lines.join('\n')) } };
}
