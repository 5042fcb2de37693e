import type { OutgoingMedia, Session } from '../../driver.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import { send } from '../../http/network-client.ts';
import { trustedUrl } from '../../http/trusted-url.ts';
import { readMediaBytes, requireMedia } from '../../media-bytes.ts';
import { authorUrn, callLinkedin, type LinkedinApi } from './api.ts';
import { linkedinDialect } from './errors.ts';

const IMAGE_URN = /^urn:li:image:[A-Za-z0-9_-]{1,200}$/;

/** The `content` of a create call: one image or several. */
export type PostContent =
  | { readonly media: { readonly id: string; readonly altText: string } }
  | { readonly multiImage: { readonly images: readonly { readonly id: string; readonly altText: string }[] } };

/**
 * Uploads images and returns the content of a post that names them; null without images. Readers see an image only when a
 * post names it.
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/images-api
 */
export async function uploadImages(
  api: LinkedinApi,
  media: readonly OutgoingMedia[],
  session: Session,
): Promise<PostContent | null> {
  requireMedia({ platform: 'profnet', network: 'linkedin' }, media);
  const images: { id: string; altText: string }[] = [];
  for (const image of media) {
    images.push({ id: await uploadImage(api, image, session), altText: image.alt });
  }
  const [first] = images;
  if (!first) return null;
  return images.length === 1 ? { media: first } : { multiImage: { images } };
}

async function uploadImage(api: LinkedinApi, image: OutgoingMedia, session: Session): Promise<string> {
  const { account, call } = session;
  const json = { initializeUploadRequest: { owner: authorUrn(account) } };
  const path = '/rest/images?action=initializeUpload';
  const started = await callLinkedin(api, { method: 'POST', path, json, effect: 'none' }, session);
  const value = asRecord(started.body?.['value']);
  const id = asString(value?.['image']);
  // The upload carries the access token, so it goes to the network's own hosts only.
  const uploadUrl = trustedUrl(value?.['uploadUrl'], [api.apiUrl, api.oauthUrl], 'linkedin.com');
  if (id === null || !IMAGE_URN.test(id) || !uploadUrl) throw started.broken();
  const body = await readMediaBytes('profnet', image);
  const headers = { authorization: `Bearer ${account.accessToken}`, 'content-type': image.contentType };
  const put = { method: 'PUT', url: uploadUrl, headers, body, isUpload: true, effect: 'none' } as const;
  const { status, broken } = await send(linkedinDialect, { ...put, secrets: [account.accessToken] }, call);
  // An answer other than the empty 201 comes from a gateway: the image did not arrive.
  if (status !== 201) throw broken();
  return id;
}
