import { shorten } from '@social/rules';
import type { CallContext, ConnectedAccount, OutgoingMedia } from '../../driver.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import { brokenAnswer, send } from '../../http/network-client.ts';
import { readMediaBytes, requireImages } from '../../media-bytes.ts';
import { authorUrn, callLinkedin, type LinkedinApi } from './api.ts';
import { linkedinDialect } from './errors.ts';

const MAX_ALT_LENGTH = 4086;
const IMAGE_URN = /^urn:li:image:[A-Za-z0-9_-]{1,200}$/;

interface Session {
  readonly account: ConnectedAccount;
  readonly call: CallContext;
}

/** The `content` of a create call: none, one image or several. */
export type PostContent =
  | { readonly media: { readonly id: string; readonly altText: string } }
  | { readonly multiImage: { readonly images: readonly { readonly id: string; readonly altText: string }[] } };

/**
 * Uploads images and names them as a post's content; null without any. Nothing is visible before a post names them.
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/images-api
 */
export async function uploadImages(
  api: LinkedinApi,
  media: readonly OutgoingMedia[],
  session: Session,
): Promise<PostContent | null> {
  requireImages('profnet', media);
  const images: { id: string; altText: string }[] = [];
  for (const image of media) {
    images.push({ id: await uploadImage(api, image, session), altText: shorten(image.alt, MAX_ALT_LENGTH) });
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
  const uploadUrl = trustedUploadUrl(api, asString(value?.['uploadUrl']));
  if (id === null || !IMAGE_URN.test(id) || !uploadUrl) throw started.broken();
  const body = await readMediaBytes('profnet', image);
  const headers = { authorization: `Bearer ${account.accessToken}`, 'content-type': image.contentType };
  const put = { method: 'PUT', url: uploadUrl, headers, body, isUpload: true, effect: 'none' } as const;
  const { status } = await send(linkedinDialect, { ...put, secrets: [account.accessToken] }, call);
  // A page instead of the empty 201 is some gateway's doing: the image did not arrive.
  if (status !== 201) throw brokenAnswer(linkedinDialect, { effect: 'none' }, status);
  return id;
}

/** The upload carries the access token, so it goes to the network's own hosts only. */
function trustedUploadUrl(api: LinkedinApi, address: string | null): URL | null {
  const url = address === null ? null : URL.parse(address);
  if (!url) return null;
  const own = [api.apiUrl, api.oauthUrl].some((base) => URL.parse(base)?.origin === url.origin);
  return own || (url.protocol === 'https:' && url.hostname.endsWith('.linkedin.com')) ? url : null;
}
