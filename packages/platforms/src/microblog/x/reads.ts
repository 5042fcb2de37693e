import type { ActionCapability, PlatformDriver, RecentPost } from '../../driver.ts';
import { asDate, asId, asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import { cleanName } from '../../identity.ts';
import { invalid } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { callX, idSegment, postUrl, X_ID, type XApi } from './api.ts';

const USERNAME = /^[A-Za-z0-9_]{1,15}$/;
const RECENT_POSTS = 50;
export const POST_FIELDS = 'created_at,entities,note_tweet';

/** The reading calls, which change nothing. */
export function createXReads(api: XApi) {
  const readTimeline: ActionCapability['readTimeline'] = async ({ maxResults }, account, call) => {
    const path = `/2/users/${idSegment(account.accountId)}/timelines/reverse_chronological`;
    const query = { max_results: String(maxResults), 'tweet.fields': POST_FIELDS };
    const { data } = await callX(api, { method: 'GET', path, query, effect: 'none' }, { account, call });
    return readPosts(data);
  };

  const findUser: ActionCapability['findUser'] = async (username, account, call) => {
    if (!USERNAME.test(username)) throw invalidUsername();
    const path = `/2/users/by/username/${username}`;
    const answer = await callX(api, { method: 'GET', path, effect: 'none' }, { account, call });
    const user = asRecord(answer.data);
    const id = asId(user?.['id'], X_ID);
    if (!user || id === null) throw answer.broken();
    const found = readUsername(user) ?? username;
    return { id, name: cleanName(user['name']) ?? found, username: found };
  };

  const listRecentPosts: PlatformDriver['listRecentPosts'] = async (account, call): Promise<RecentPost[]> => {
    const path = `/2/users/${idSegment(account.accountId)}/tweets`;
    const query = { max_results: String(RECENT_POSTS), 'tweet.fields': POST_FIELDS };
    const { data } = await callX(api, { method: 'GET', path, query, effect: 'none' }, { account, call });
    return readPosts(data).map((post) => ({ ...post, url: postUrl(api, account, post.id) }));
  };

  return { readTimeline, findUser, listRecentPosts };
}

/** Handle of the account, or null where the answer holds no valid one. */
export function readUsername(user: JsonObject): string | null {
  const username = asString(user['username']);
  return username !== null && USERNAME.test(username) ? username : null;
}

/** An empty page has no `data` at all. Entries without id or text are left out. */
function readPosts(data: unknown): { id: string; text: string; createdAt: Date | null }[] {
  const posts: readonly unknown[] = Array.isArray(data) ? data : [];
  return posts.flatMap((entry) => readPost(entry) ?? []);
}

/** Reads a post of an answer; null for one without id or text. */
export function readPost(entry: unknown): { id: string; text: string; createdAt: Date | null } | null {
  const post = asRecord(entry);
  const id = asId(post?.['id'], X_ID);
  // A long post is cut in `text`.
  const whole = asRecord(post?.['note_tweet']) ?? post;
  const text = asString(whole?.['text']);
  if (id === null || text === null) return null;
  return { id, text: asWritten(text, whole?.['entities']), createdAt: asDate(post?.['created_at']) };
}

const ESCAPED: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/**
 * The text as the author wrote it. X escapes three characters, replaces each link by a short address whose original `entities` names,
 * and ends the text with the address of the media. A link that was written without a protocol gets `http://`.
 * @see https://docs.x.com/x-api/fundamentals/data-dictionary
 */
function asWritten(text: string, entities: unknown): string {
  const urls = asRecord(entities)?.['urls'];
  let written = text.replace(/&(?:amp|lt|gt);/g, (escaped) => ESCAPED[escaped] ?? escaped);
  for (const entry of Array.isArray(urls) ? urls.map(asRecord) : []) {
    const short = asString(entry?.['url']);
    const expanded = asString(entry?.['expanded_url']);
    if (!short || !expanded) continue;
    written = entry?.['media_key'] ? written.split(short).join('').trimEnd() : written.split(short).join(expanded);
  }
  return written;
}

function invalidUsername(): PlatformError {
  const message = 'names on this network have at most 15 letters, digits and underscores; give it without the @';
  return new PlatformError('microblog', invalid(message));
}
