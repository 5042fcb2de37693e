import type { PlatformDriver } from '../../driver.ts';
import { asString, type JsonObject } from '../../http/lossless-json.ts';
import { linkForCard } from '../../link-card.ts';
import { lostAnswer } from '../../meta-graph/checkpoints.ts';
import { callGraph, graphIdSegment } from '../../meta-graph/graph-call.ts';
import { ignore, type PlatformError } from '../../platform-error.ts';
import type { FacebookApi } from './api.ts';
import { publishOnce, readFacebookCheckpoint } from './checkpoint.ts';
import { uploadPhotos } from './photos.ts';
import { publishVideo, resumeVideo } from './video/video.ts';
import { awaitVideo } from './video/video-status.ts';

const POST_ID = /^\d{1,30}_\d{1,30}$/;

/**
 * Publishes as a page. Uploads images first, also a single one, so that the publishing call is small and an interrupted
 * upload leaves no doubt.
 * @see https://developers.facebook.com/docs/pages-api/posts
 */
export function createFacebookPublish(api: FacebookApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    // Comes first: a post that may be published stays so, even if its files have changed.
    const reached = readFacebookCheckpoint(call, post.media);
    const session = { account, call };
    if (reached.stage === 'processing') return awaitVideo(api, reached.videoId, session);
    if (reached.stage === 'publishing') {
      const lost = lostAnswer('socialnet', 'the server stopped while it published this, so it may have been done');
      const published = reached.video && (await resumeVideo(api, post, { ...session, video: reached.video, lost }));
      if (published) return published;
      if (!reached.video) throw lost;
    }
    const uploaded = reached.stage === 'uploading' ? reached.uploads : [];
    if (post.media.some(({ kind }) => kind === 'video')) return publishVideo(api, post, { ...session, uploaded });
    const path = `/${graphIdSegment('socialnet', account.accountId)}/feed`;
    const photos = await uploadPhotos(api.graph, post.media, { ...session, uploaded });
    const json = {
      ...(post.text !== '' && { message: post.text }),
      ...(photos.length > 0 && { attached_media: photos.map((id) => ({ media_fbid: id })) }),
    };
    const link = linkForCard({ text: post.text, hasMedia: post.media.length > 0 });
    const send = (more?: JsonObject) => {
      const request = { method: 'POST', path, json: { ...json, ...more }, effect: 'change' } as const;
      return callGraph(api.graph, request, session);
    };
    let note: string | undefined;
    const { body, broken } = await publishOnce(call, { media: post.media, uploads: photos }, async () => {
      if (link === null) return send();
      const answer = await send({ link }).catch(ignore(mayBeLink));
      if (answer) return answer;
      note = 'The link has no card: Facebook does not use its page for one.';
      return send();
    });
    const id = asString(body['id']);
    if (id === null || !POST_ID.test(id)) throw broken();
    return { platformPostId: id, url: `${api.oauthUrl}/${id}`, ...(note !== undefined && { note }) };
  };
}

/** A refusal that may be of the link alone, since nothing tells for sure: the text is tried without it. Nothing was published. */
function mayBeLink({ kind, code }: PlatformError): boolean {
  return kind === 'rejected' && code !== 'duplicate_content';
}
