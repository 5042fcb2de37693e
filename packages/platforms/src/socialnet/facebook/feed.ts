import type { OutgoingPost, Published, PublishSession } from '../../driver.ts';
import { asString, type JsonObject } from '../../http/lossless-json.ts';
import { linkForCard } from '../../link-card.ts';
import { callGraph, graphIdSegment } from '../../meta-graph/graph-call.ts';
import { ignore, type PlatformError } from '../../platform-error.ts';
import type { FacebookApi } from './api.ts';
import { publishOnce } from './checkpoint.ts';
import { uploadPhotos } from './photos.ts';
import { ownLink } from './settings.ts';

/** The ids of the page and of its post. */
const FEED_POST_ID = /^\d{1,30}_\d{1,30}$/;

/**
 * Publishes text and images in the feed of a page. Uploads images first, also a single one, so that the publishing call is small
 * and an interrupted upload leaves no doubt.
 * @see https://developers.facebook.com/docs/pages-api/posts
 */
export async function publishInFeed(
  api: FacebookApi,
  { text, media, settings }: OutgoingPost,
  { uploaded, ...session }: PublishSession & { readonly uploaded: readonly string[] },
): Promise<Published> {
  const { account, call } = session;
  const path = `/${graphIdSegment('socialnet', account.accountId)}/feed`;
  const photos = await uploadPhotos(api.graph, media, { ...session, uploaded });
  const json = {
    ...(text !== '' && { message: text }),
    ...(photos.length > 0 && { attached_media: photos.map((id) => ({ media_fbid: id })) }),
  };
  const send = (more?: JsonObject) => {
    const request = { method: 'POST', path, json: { ...json, ...more }, effect: 'change' } as const;
    return callGraph(api.graph, request, session);
  };
  const chosen = ownLink(settings);
  const link = chosen ?? linkForCard({ text, hasMedia: media.length > 0 });
  let note: string | undefined;
  const { body, broken } = await publishOnce(call, { media, uploads: photos }, async () => {
    if (link === null) return send();
    const answer = await send({ link }).catch(ignore((error) => chosen === null && mayBeLink(error)));
    if (answer) return answer;
    note = 'The link has no card: Facebook does not use its page for one.';
    return send();
  });
  const id = asString(body['id']);
  if (id === null || !FEED_POST_ID.test(id)) throw broken();
  return { platformPostId: id, url: `${api.oauthUrl}/${id}`, ...(note !== undefined && { note }) };
}

/** A refusal that may be of the link alone, since nothing tells for sure: the text is tried without it. Nothing was published. */
function mayBeLink({ kind, code }: PlatformError): boolean {
  return kind === 'rejected' && code !== 'duplicate_content';
}
