import type { ActionCapability, PlatformDriver, RecentPost } from '../../driver.ts';
import { asDate, asId, asRecord, asString } from '../../http/lossless-json.ts';
import { cleanName } from '../../identity.ts';
import { PlatformError } from '../../platform-error.ts';
import { callX, idSegment, X_ID } from './api.ts';
import { postUrl } from './post-url.ts';

const USERNAME = /^[A-Za-z0-9_]{1,15}$/;
const RECENT_POSTS = 50;
const POST_FIELDS = 'created_at,entities';

/** The reading calls; none of them changes anything or costs credits here. */
export function createXReads({ apiUrl, oauthUrl }: { readonly apiUrl: string; readonly oauthUrl: string }) {
  const readTimeline: ActionCapability['readTimeline'] = async ({ maxResults }, account, call) => {
    const path = `/2/users/${idSegment(account.accountId)}/timelines/reverse_chronological`;
    const query = { max_results: String(maxResults), 'tweet.fields': POST_FIELDS };
    const { data } = await callX(apiUrl, { method: 'GET', path, query, effect: 'none' }, { account, call });
    return readPosts(data);
  };

  const findUser: ActionCapability['findUser'] = async (username, account, call) => {
    if (!USERNAME.test(username)) throw invalidUsername();
    const path = `/2/users/by/username/${username}`;
    const answer = await callX(apiUrl, { method: 'GET', path, effect: 'none' }, { account, call });
    const user = asRecord(answer.data);
    const id = asId(user?.['id'], X_ID);
    if (!user || id === null) throw answer.broken();
    const found = readUsername(user) ?? username;
    return { id, name: cleanName(user['name']) ?? found, username: found };
  };

  const listRecentPosts: PlatformDriver['listRecentPosts'] = async (account, call): Promise<RecentPost[]> => {
    const path = `/2/users/${idSegment(account.accountId)}/tweets`;
    const query = { max_results: String(RECENT_POSTS), 'tweet.fields': POST_FIELDS };
    const { data } = await callX(apiUrl, { method: 'GET', path, query, effect: 'none' }, { account, call });
    return readPosts(data).map((post) => ({ ...post, url: postUrl(oauthUrl, account, post.id) }));
  };

  return { readTimeline, findUser, listRecentPosts };
}

/** The account's handle, or null where the answer holds none that could be one. */
export function readUsername(user: Readonly<Record<string, unknown>>): string | null {
  const username = asString(user['username']);
  return username !== null && USERNAME.test(username) ? username : null;
}

/** An empty page has no `data` at all. Entries without id or text are left out. */
function readPosts(data: unknown): { id: string; text: string; createdAt: Date | null }[] {
  const posts: readonly unknown[] = Array.isArray(data) ? data : [];
  return posts.flatMap((entry) => {
    const post = asRecord(entry);
    const id = asId(post?.['id'], X_ID);
    const text = asString(post?.['text']);
    if (id === null || text === null) return [];
    return [{ id, text: withOriginalLinks(text, post?.['entities']), createdAt: asDate(post?.['created_at']) }];
  });
}

/**
 * The text as it was written: where X has put its own short address in place of a link, its `entities` name the original.
 * @see https://docs.x.com/x-api/fundamentals/data-dictionary
 */
function withOriginalLinks(text: string, entities: unknown): string {
  const urls = asRecord(entities)?.['urls'];
  let original = text;
  for (const entry of Array.isArray(urls) ? urls : []) {
    const short = asString(asRecord(entry)?.['url']);
    const expanded = asString(asRecord(entry)?.['expanded_url']);
    if (short && expanded) original = original.split(short).join(expanded);
  }
  return original;
}

function invalidUsername(): PlatformError {
  return new PlatformError('microblog', {
    kind: 'rejected',
    code: 'invalid_request',
    message: 'names on this network have at most 15 letters, digits and underscores; give it without the @',
  });
}
