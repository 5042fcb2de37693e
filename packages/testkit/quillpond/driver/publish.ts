import type { OutgoingMedia, PlatformDriver, Session } from '../driver.ts';
import { asId } from '../http/lossless-json.ts';
import { send } from '../http/network-client.ts';
import { readMediaBytes, requireMedia } from '../media-bytes.ts';
import { callQuillpond, NOTE_ID, noteUrl, type QuillpondApi } from './api.ts';
import { quillpondDialect } from './errors.ts';

const PICTURE_ID = /^pic_\w{1,40}$/;

/** Uploads the picture, which nobody sees before a note names it, and creates the note. */
export function createQuillpondPublish(api: QuillpondApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    const session = { account, call };
    requireMedia({ platform: 'quillpond', network: 'quillpond' }, post.media);
    const [file] = post.media;
    const picture = file && { id: await uploadPicture(api, file, session), description: file.alt };
    const json = { text: post.text, ...(picture && { picture }) };
    const answer = await callQuillpond(api, { method: 'POST', path: '/v1/notes', json, effect: 'change' }, session);
    const id = asId(answer.body?.['id'], NOTE_ID);
    if (id === null) throw answer.broken();
    return { platformPostId: id, url: noteUrl(api, id) };
  };
}

async function uploadPicture({ apiUrl }: QuillpondApi, file: OutgoingMedia, { account, call }: Session) {
  const headers = { authorization: `Bearer ${account.accessToken}`, 'content-type': file.contentType };
  const body = await readMediaBytes('quillpond', file);
  const url = new URL(`${apiUrl}/v1/pictures`);
  const request = { method: 'POST', url, headers, body, isUpload: true, effect: 'none' } as const;
  const answer = await send(quillpondDialect, { ...request, secrets: [account.accessToken] }, call);
  const id = asId(answer.body?.['id'], PICTURE_ID);
  if (id === null) throw answer.broken();
  return id;
}
