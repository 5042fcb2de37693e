import type { Deletion, OutgoingPost, Published, RecentPost, Session } from '../../driver.ts';
import { asDate, asId, asRecord, asString } from '../../http/lossless-json.ts';
import { refused } from '../../meanings.ts';
import { goneIf, PlatformError } from '../../platform-error.ts';
import { callYoutube, type YoutubeApi } from './api.ts';
import { commentDialect } from './errors.ts';
import { COMMENT_ID, commentId, commentUrl, videoId } from './video-id.ts';

/**
 * Comments on a video of the account's channel.
 * @see https://developers.google.com/youtube/v3/docs/commentThreads/insert
 */
export async function publishComment(
  api: YoutubeApi,
  { text, replyTo }: Pick<OutgoingPost, 'text'> & { readonly replyTo: string },
  session: Session,
): Promise<Published> {
  const id = videoId(replyTo);
  if (id === null) throw noVideo();
  const topLevelComment = { snippet: { textOriginal: text } };
  const json = { snippet: { channelId: session.account.accountId, videoId: id, topLevelComment } };
  const content = { query: { part: 'snippet' }, json };
  const request = { method: 'POST', path: '/youtube/v3/commentThreads', ...content, effect: 'change' } as const;
  const answer = await callYoutube(api, request, session, commentDialect);
  const comment = asRecord(asRecord(answer.body?.['snippet'])?.['topLevelComment']);
  // A thread has the id of its first comment.
  const made = asId(comment?.['id'] ?? answer.body?.['id'], COMMENT_ID);
  if (made === null) throw answer.broken();
  const url = commentUrl(api.siteUrl, { videoId: id, commentId: made });
  return { platformPostId: url, url };
}

/** The refusal of a comment below anything but a video. */
export function noVideo(): PlatformError {
  return new PlatformError('video', refused('YouTube lets programs comment on videos only'));
}

/** Deletes a comment, which YouTube deletes with its video, too. @see https://developers.google.com/youtube/v3/docs/comments/delete */
export async function deleteComment(api: YoutubeApi, id: string, session: Session): Promise<Deletion> {
  const request = { method: 'DELETE', path: '/youtube/v3/comments', query: { id }, effect: 'change' } as const;
  const deletion = callYoutube(api, request, session, commentDialect);
  const answer = await deletion.catch(goneIf(({ kind }) => kind === 'not-found'));
  if (answer === 'gone') return answer;
  if (answer.status !== 204) throw answer.broken();
  return 'deleted';
}

/** Reads a comment of the account by its address. @see https://developers.google.com/youtube/v3/docs/comments/list */
export async function readComment(api: YoutubeApi, url: string, session: Session): Promise<RecentPost | null> {
  const query = { part: 'snippet', id: commentId(url) ?? '', textFormat: 'plainText' };
  const request = { method: 'GET', path: '/youtube/v3/comments', query, effect: 'none' } as const;
  const { body, broken } = await callYoutube(api, request, session, commentDialect);
  if (!Array.isArray(body?.['items'])) throw broken();
  const snippet = asRecord(asRecord(body['items'][0])?.['snippet']);
  const author = asRecord(snippet?.['authorChannelId'])?.['value'];
  if (!snippet || author !== session.account.accountId) return null;
  const text = asString(snippet['textOriginal']) ?? asString(snippet['textDisplay']);
  if (text === null) throw broken();
  return { id: url, url, text, createdAt: asDate(snippet['publishedAt']) };
}
