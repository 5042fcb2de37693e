import type { CheckedPost, OutgoingPost } from '../../driver.ts';
import type { JsonObject } from '../../http/lossless-json.ts';
import { missingScope } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { POSTS } from './addresses.ts';
import { readSettings } from './settings.ts';

const THREADGATES = 'app.bsky.feed.threadgate';
const POSTGATES = 'app.bsky.feed.postgate';

/** Collections of the records that say who may answer and quote a post. A gate has the key of its post. */
export const GATES = [THREADGATES, POSTGATES] as const;

/** Rules of the accounts that may answer; no rule lets nobody answer. */
const RULES = { mentioned: 'mentionRule', followers: 'followerRule', following: 'followingRule' } as const;

/**
 * The gates that the settings of a post ask for. The first part of a thread says who may answer all of it; each part, who may quote it.
 * @param address of the post
 * @see https://docs.bsky.app/docs/tutorials/thread-gates
 */
export function gatesOf(
  { settings, replyTo }: Pick<OutgoingPost, 'settings' | 'replyTo'>,
  { address: post, createdAt }: { readonly address: string; readonly createdAt: string },
): JsonObject[] {
  const { replies, quotes = true } = readSettings({ settings });
  const opened = replyTo === undefined ? replies : undefined;
  const allow = opened?.flatMap((who) => (who === 'nobody' ? [] : [{ $type: `${THREADGATES}#${RULES[who]}` }]));
  const embeddingRules = [{ $type: `${POSTGATES}#disableRule` }];
  return [
    ...(allow ? [{ $type: THREADGATES, post, createdAt, allow }] : []),
    ...(quotes ? [] : [{ $type: POSTGATES, post, createdAt, embeddingRules }]),
  ];
}

/** Reads the settings, and refuses those for which the connection lacks the permission: one that was made before it was asked for. @throws PlatformError */
export function checkGates({ settings, scopes = [] }: CheckedPost): void {
  const { replies, quotes = true } = readSettings({ settings });
  const wanted = [
    ...(replies ? [{ collection: THREADGATES, what: 'say who may reply' }] : []),
    ...(quotes ? [] : [{ collection: POSTGATES, what: 'say who may quote' }]),
  ];
  // A server may word permissions otherwise; then it decides.
  const lacks = (collection: string) => scopes.includes(scopeOf(POSTS)) && !scopes.includes(scopeOf(collection));
  const missing = wanted.find(({ collection }) => lacks(collection));
  if (!missing) return;
  const network = { platform: 'bluesky', network: 'bluesky' } as const;
  throw new PlatformError('bluesky', missingScope(network, { scope: scopeOf(missing.collection), what: missing.what }));
}

function scopeOf(collection: string): string {
  return `repo:${collection}`;
}
