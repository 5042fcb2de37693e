import { createHash } from 'node:crypto';
import type { Draft, Fit } from '@social/mcp/post';
import type { SocialClient } from '@social/sdk';
import type { PlatformId } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { EXIT } from '../../lib/exit-codes.ts';
import { describeFailure } from '../../lib/failure.ts';
import { type Plan, planSent, type Wanted } from '../../lib/post/batch/plan.ts';
import { dryRun } from '../../lib/post/dry-run.ts';
import { fitTexts } from '../../lib/post/input/fit.ts';
import type { Post } from '../../lib/post/post.ts';
import { fetchData } from '../../lib/server/send.ts';
import type { Template } from '../../lib/text/template.ts';
import { localTime } from '../../lib/text/time.ts';
import type { FeedItem } from './reading/feed-item.ts';

/** Files of an item that are published: as many as X, Bluesky and Mastodon take. */
const MAX_MEDIA = 4;
const RETRY_AFTER_MS = 3_600_000;

/** Options that hold for every item of a run. */
export interface ItemPosts {
  readonly feedUrl: URL;
  readonly platforms: readonly PlatformId[];
  readonly profile: { readonly id: string; readonly slug: string };
  readonly template: Template<FeedItem>;
  readonly fit: Fit | undefined;
  /** Set when each item takes the next free slot; at once without. */
  readonly slot: 'next' | undefined;
  readonly withMedia: boolean;
  readonly isDraft: boolean;
}

/**
 * Plans what to do with items: publish the first `max` new ones, send again what failed, and leave the others.
 * @returns the plans, and the number of new items beyond `max`
 */
export async function planItems(
  context: Context,
  client: SocialClient,
  { items, max, posts }: { readonly items: readonly FeedItem[]; readonly max: number; readonly posts: ItemPosts },
): Promise<{ readonly plans: Plan[]; readonly left: number }> {
  const plans: Plan[] = [];
  let left = 0;
  let open = 0;
  for (const item of items) {
    const key = keyOfItem(posts, item);
    const found = await findEarlier(context, client, key, item);
    open += isNew(found) ? 1 : 0;
    if (isNew(found) && open > max) left += 1;
    else plans.push(await planItem(context, client, { item, key, posts, found }));
  }
  return { plans, left };
}

/**
 * Makes the idempotency key of an item's post. It holds neither text nor platforms, so that an item that is edited, or published
 * with other options, is not published again. A feed is known by its address, with https or without.
 */
function keyOfItem({ feedUrl, profile }: Pick<ItemPosts, 'feedUrl' | 'profile'>, { id }: FeedItem): string {
  const feed = `${feedUrl.host}${feedUrl.pathname}${feedUrl.search}`;
  return `feed:${createHash('sha256')
    .update(JSON.stringify([feed, id, profile.id]))
    .digest('hex')}`;
}

/** The post or the waiting draft that an earlier run made of an item; neither of a new one. */
interface Earlier {
  readonly post: Post | undefined;
  readonly draft: Draft | undefined;
}

const isNew = ({ post, draft }: Earlier): boolean => post === undefined && draft === undefined;

async function findEarlier(context: Context, client: SocialClient, key: string, item: FeedItem): Promise<Earlier> {
  const { posts, drafts = [] } = await fetchData(context, `looking for ${nameOf(item)} …`, (call) =>
    client.posts.listPosts({ key }, call),
  );
  return { post: posts[0], draft: drafts[0] };
}

async function planItem(
  context: Context,
  client: SocialClient,
  { item, key, posts, found }: { item: FeedItem; key: string; posts: ItemPosts; found: Earlier },
): Promise<Plan> {
  const wanted = wantedPost(item, key, posts);
  const skip = { wanted, action: 'skip', changes: [], cost: 0 } as const;
  if (found.post) return planFound(found.post, skip, context.io.now());
  if (found.draft) return { ...skip, note: `already a draft: ${found.draft.url}` };
  if (wanted.input.text === '') return { ...skip, note: 'it has nothing that the template names' };
  try {
    const fitted = await fit(context, wanted, posts);
    const { credits, platformResults } = await dryRun(context, client, fitted);
    const problems = Object.entries(platformResults).flatMap(([platform, { ok, error = 'not ready' }]) =>
      ok ? [] : [`${platform}: ${error}`],
    );
    const cost = posts.isDraft ? 0 : credits;
    return { ...skip, wanted: fitted, action: 'create', note: problems.join('; '), cost };
  } catch (error) {
    const failure = describeFailure(error, context);
    // One item that cannot be published does not stop the others: the server refuses it.
    if (failure.exitCode !== EXIT.usage) throw error;
    return { ...skip, action: 'create', note: failure.message };
  }
}

/** Plans to send again what failed, unless that was tried within the last hour: a feed is often read every few minutes. */
function planFound(post: Post, skip: Parameters<typeof planSent>[1], now: Date): Plan {
  const plan = planSent(post, skip);
  const again = new Date(Date.parse(post.updatedAt) + RETRY_AFTER_MS);
  if (plan.action !== 'retry' || again <= now) return plan;
  return { ...plan, action: 'skip', cost: 0, note: `${plan.note}; sent again from ${localTime(again.toISOString())}` };
}

function wantedPost(item: FeedItem, key: string, posts: ItemPosts): Wanted {
  const { platforms, profile, template, withMedia, isDraft, slot } = posts;
  const media = withMedia ? item.media.slice(0, MAX_MEDIA).map(({ isUnsure: _, ...one }) => one) : [];
  return {
    ...{ name: nameOf(item), key, files: new Map(), isDraft },
    input: {
      ...{ text: template(item), platforms: [...platforms], profile: profile.slug },
      media: media.length > 0 ? media : undefined,
      ...(slot && { slot }),
    },
  };
}

async function fit(context: Context, wanted: Wanted, { platforms, profile, fit }: ItemPosts): Promise<Wanted> {
  const { text, media } = wanted.input;
  const where = { besideMedia: media !== undefined, profileId: profile.id };
  const overrides = await fitTexts(context, [...platforms], { text, thread: [] }, { fit, ...where });
  return { ...wanted, input: { ...wanted.input, overrides } };
}

function nameOf({ link, title, id }: FeedItem): string {
  return link || title || id;
}
