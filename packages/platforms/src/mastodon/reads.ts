import type { PlatformDriver, RecentPost, Session } from '../driver.ts';
import { asDate, asId, asRecord, asString, type JsonObject } from '../http/lossless-json.ts';
import { PlatformError } from '../platform-error.ts';
import { callMastodon, MASTODON_ID, type MastodonApi } from './api.ts';
import { statusUrl } from './publish.ts';

const RECENT_STATUSES = '40';
/** Texts that are asked for at the same time. */
const SOURCES_AT_ONCE = 8;

/**
 * Lists the account's newest statuses with their texts as they were sent, which the list itself has only as HTML. Leaves out
 * those whose text the server does not tell.
 * @see https://docs.joinmastodon.org/methods/statuses/#source
 */
export function createListRecentPosts(api: MastodonApi): NonNullable<PlatformDriver['listRecentPosts']> {
  return async (account, { since, ...call }) => {
    const session = { account, call };
    const path = `/api/v1/accounts/${encodeURIComponent(account.accountId)}/statuses`;
    const query = { limit: RECENT_STATUSES, exclude_reblogs: 'true' };
    const statuses = await readList(api, { path, query }, session);
    const young = statuses.filter(({ createdAt }) => since === undefined || (createdAt !== null && createdAt >= since));
    const posts: RecentPost[] = [];
    for (let at = 0; at < young.length; at += SOURCES_AT_ONCE) {
      const batch = young.slice(at, at + SOURCES_AT_ONCE);
      const texts = await Promise.all(batch.map(({ status, id }) => textIn(status) ?? readSource(api, id, session)));
      for (const [index, { status, id, createdAt }] of batch.entries()) {
        const text = texts[index] ?? null;
        if (text !== null)
          posts.push({ id, url: statusUrl(api, account, { id, url: status['url'] }), text, createdAt });
      }
    }
    return posts;
  };
}

interface ListedStatus {
  readonly status: JsonObject;
  readonly id: string;
  readonly createdAt: Date | null;
}

async function readList(
  api: MastodonApi,
  { path, query }: { path: string; query: Readonly<Record<string, string>> },
  session: Session,
): Promise<ListedStatus[]> {
  const answer = await callMastodon(api, { method: 'GET', path, query, effect: 'none' }, session);
  const list = answer.list;
  if (!list) throw answer.broken();
  return list.flatMap((entry) => {
    const status = asRecord(entry);
    const id = asId(status?.['id'], MASTODON_ID);
    return status && id !== null ? [{ status, id, createdAt: asDate(status['created_at']) }] : [];
  });
}

/** The text as it was sent, where the server shows it in the status itself, as GoToSocial does. */
function textIn(status: JsonObject): string | null {
  return asString(status['text']);
}

/** The text as it was sent; null where the server does not tell it. */
export async function readSource(api: MastodonApi, id: string, session: Session): Promise<string | null> {
  try {
    const request = { method: 'GET', path: `/api/v1/statuses/${id}/source`, effect: 'none' } as const;
    return asString((await callMastodon(api, request, session)).body?.['text']);
  } catch (error) {
    if (error instanceof PlatformError && ['not-found', 'rejected'].includes(error.kind)) return null;
    throw error;
  }
}
