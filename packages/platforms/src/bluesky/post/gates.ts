import type { OutgoingPost } from '../../driver.ts';
import type { JsonObject } from '../../http/lossless-json.ts';
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
