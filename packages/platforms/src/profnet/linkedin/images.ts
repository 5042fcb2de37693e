import type { OutgoingMedia, Session } from '../../driver.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import { send } from '../../http/network-client.ts';
import { readMediaBytes } from '../../media-bytes.ts';
import { authorUrn, callLinkedin, type LinkedinApi, uploadUrlOf } from './api.ts';
import { linkedinDialect } from './errors.ts';

const IMAGE_URN = /^urn:li:image:[A-Za-z0-9_-]{1,200}$/;

/**
 * Uploads an image and returns its URN. Readers see it only when a post names it.
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/images-api
 */
export async function uploadImage(api: LinkedinApi, image: OutgoingMedia, session: Session): Promise<string> {
  const { account, call } = session;
  const json = { initializeUploadRequest: { owner: authorUrn(account) } };
  const path = '/rest/images?action=initializeUpload';
  const started = await callLinkedin(api, { method: 'POST', path, json, effect: 'none' }, session);
  const value = asRecord(started.body?.['value']);
  const id = asString(value?.['image']);
  const uploadUrl = uploadUrlOf(api, value?.['uploadUrl']);
  if (id === null || !IMAGE_URN.test(id) || !uploadUrl) throw started.broken();
  const body = await readMediaBytes('profnet', image);
  const headers = { authorization: `Bearer ${account.accessToken}`, 'content-type': image.contentType };
  const put = { method: 'PUT', url: uploadUrl, headers, body, isUpload: true, effect: 'none' } as const;
  const { status, broken } = await send(linkedinDialect, { ...put, secrets: [account.accessToken] }, call);
  // An answer other than the empty 201 comes from a gateway: the image did not arrive.
  if (status !== 201) throw broken();
  return id;
}
