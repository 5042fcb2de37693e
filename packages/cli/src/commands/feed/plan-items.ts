import { type Fit, type KeyedPost, settled } from '@social/post-input';
import { SocialApiError } from '@social/sdk';
import type { Target } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { EXIT } from '../../lib/exit-codes.ts';
import { describeFailure, failureOfCheck } from '../../lib/failure.ts';
import { checkMany, type Run } from '../../lib/post/batch/check-many.ts';
import { findingsOf, type Plan, planSent, type Wanted } from '../../lib/post/batch/plan.ts';
import { fitTexts } from '../../lib/post/input/fit.ts';
import { leftOutFailure, leftOutOf } from '../../lib/post/left-out.ts';
import { failedPlatforms, type Post } from '../../lib/post/post.ts';
import { readConnections } from '../../lib/server/connections.ts';
import type { Template } from '../../lib/text/template.ts';
import { localTime } from '../../lib/text/time.ts';
import type { ChosenItem, LeftOut } from './choice/choose-items.ts';
import { type Earlier, openEarlierFinder } from './earlier/find-earlier.ts';
import { type FeedOfProfile, sourceOf } from './earlier/item-keys.ts';
import { mediaToPublish } from './media-to-publish.ts';
import type { FeedItem } from './reading/feed-item.ts';

const RETRY_AFTER_MS = 3_600_000;

/** Options that hold for every item of a run. */
export interface ItemPosts extends FeedOfProfile {
  readonly platforms: readonly Target[];
  /** The targets as they were typed, where these are others. */
  readonly typed: KeyedPost['typed'];
  readonly profile: { readonly id: string; readonly slug: string };
  readonly template: Template<FeedItem>;
  readonly fit: Fit | undefined;
  /** Set when each item takes the next free slot; at once without. */
  readonly slot: 'next' | undefined;
  readonly withMedia: boolean;
  /** Set when the files of a scheduled item are copied at once. */
  readonly copyMedia: boolean;
  /** Set when an item may go out though a network leaves media out. */
  readonly allowsLeftOut: boolean;
  readonly isDraft: boolean;
}

/**
 * Plans what to do with items: publish the first `max` new ones, also those that only lack a platform, send again what failed,
 * and leave the others.
 * @returns the plans, and the new items beyond `max`
 */
export async function planItems(
  run: Run,
  { items, max, posts }: { readonly items: readonly ChosenItem[]; readonly max: number; readonly posts: ItemPosts },
): Promise<{ readonly plans: Plan[]; readonly left: readonly LeftOut[] }> {
  const { context, progress } = run;
  const finder = await openEarlierFinder(run, posts, items);
  const plans: (Plan | Candidate)[] = [];
  const left: LeftOut[] = [];
  const read = () => readConnections(context, posts.profile.id);
  let open = 0;
  for (const chosen of items) {
    const earlier = await finder.find(chosen, { platforms: posts.platforms, isForNextRun: open >= max });
    const wanted = await settled(wantedPost(chosen.item, earlier, posts), earlier.posts, read);
    const missing = missingPlatforms(earlier, wanted.input.platforms);
    plans.push(...planEarlier(earlier, { wanted, missing }, context.io.now()));
    if (missing.length === 0) continue;
    open += 1;
    if (open > max) left.push({ item: chosen.item, reason: `it is for the next run (--max ${max})` });
    else {
      const bare = forPlatforms(wanted, missing);
      await progress.tell('reading items', open, Math.min(max, items.length));
      plans.push(await beginPlan(context, { item: chosen.item, wanted: bare, posts }));
    }
  }
  return { plans: await checkPlans(run, plans, posts), left };
}

/** A new item whose post is to be checked before it is sent. */
interface Candidate {
  readonly checkable: Wanted;
  /** The post where it cannot be checked. */
  readonly bare: Wanted;
}

/** Checks the posts of new items, and plans to send them. */
async function checkPlans(run: Run, plans: readonly (Plan | Candidate)[], { isDraft }: ItemPosts): Promise<Plan[]> {
  const candidates = plans.filter((one): one is Candidate => 'checkable' in one);
  const checked = await checkMany(
    run,
    candidates.map(({ checkable }) => checkable),
  );
  const results = new Map(candidates.map((one, index) => [one, checked[index]]));
  return plans.map((one) => {
    if (!('checkable' in one)) return one;
    const result = results.get(one);
    if (!result || result instanceof SocialApiError) return planRefused(one.bare, result, run.context);
    const cost = isDraft ? 0 : result.credits;
    return { wanted: one.checkable, action: 'create', changes: [], note: findingsOf(result).join('; '), cost };
  });
}

/** Plans to send an item that its check refuses: one that cannot be published does not stop the others, and the server refuses it. */
function planRefused(wanted: Wanted, error: unknown, context: Context): Plan {
  const failure = describeFailure(error, context);
  if (failure.exitCode !== EXIT.usage) throw failureOfCheck(error);
  return { wanted, action: 'create', changes: [], cost: 0, note: failure.message };
}

/** Returns the platforms for which a further post is made: none while a draft or a scheduled post waits, or in doubt. */
function missingPlatforms({ posts, draft, doubt }: Earlier, platforms: readonly Target[]): Target[] {
  if (draft || doubt !== undefined || posts.some(({ status }) => status === 'scheduled')) return [];
  return platforms.filter((id) => !posts.some((post) => post.platforms.includes(id)));
}

/** Plans what to do with the posts of an item: one plan for each that is sent again, or a single one to leave them. */
function planEarlier(
  { posts, draft, doubt }: Earlier,
  { wanted, missing }: { readonly wanted: Wanted; readonly missing: readonly Target[] },
  now: Date,
): Plan[] {
  const skip = { wanted, action: 'skip', changes: [], cost: 0 } as const;
  if (draft) return [{ ...skip, note: `already a draft: ${draft.url}` }];
  const differ = doubt === undefined ? '' : `; ${doubt}`;
  const { platforms } = wanted.input;
  const own = posts.filter((post) => post.platforms.some((id) => platforms.includes(id)));
  const plans = own.map((post) =>
    planFound(post, { ...skip, wanted: forPlatforms(wanted, post.platforms) }, { to: platforms, now, differ }),
  );
  const again = plans.filter(({ action, post }) => action === 'retry' || (post && failedPlatforms(post).length > 0));
  if (again.length > 0 || missing.length > 0) return again;
  const [newest] = posts.toReversed();
  if (newest === undefined) return [];
  const others = platforms.filter((id) => !posts.some((post) => post.platforms.includes(id)));
  const later = others.length > 0 && doubt === undefined ? `; ${others.join(', ')} once it is out` : '';
  return [planSent(newest, skip, `${later}${differ}`)];
}

/** Plans to send again what failed, unless that was tried within the last hour: a feed is often read every few minutes. */
function planFound(
  post: Post,
  skip: Parameters<typeof planSent>[1],
  { to, now, differ }: { readonly to: readonly Target[]; readonly now: Date; readonly differ: string },
): Plan {
  const plan = planSent(post, skip, differ);
  if (plan.action !== 'retry') return plan;
  const leave = (reason: string): Plan => ({ ...plan, action: 'skip', cost: 0, note: `${plan.note}; ${reason}` });
  const unwanted = failedPlatforms(post).filter((id) => !to.includes(id));
  if (unwanted.length > 0) return leave(`not sent again without ${unwanted.join(', ')} in --to`);
  const again = new Date(Date.parse(post.updatedAt) + RETRY_AFTER_MS);
  return again <= now ? plan : leave(`sent again from ${localTime(again.toISOString())}`);
}

async function beginPlan(
  context: Context,
  { item, wanted: bare, posts }: { readonly item: FeedItem; readonly wanted: Wanted; readonly posts: ItemPosts },
): Promise<Plan | Candidate> {
  const skip = { wanted: bare, action: 'skip', changes: [], cost: 0 } as const;
  if (bare.input.text === '') return { ...skip, note: 'it has nothing that the template names' };
  try {
    const wanted = posts.withMedia ? await withMedia(context, item, bare) : bare;
    const leftOut = posts.allowsLeftOut ? '' : leftOutOf(wanted);
    if (leftOut !== '') {
      const failure = leftOutFailure(leftOut, '--allow-left-out');
      return { ...skip, wanted, note: failure.message, failure };
    }
    return { checkable: await fit(context, wanted, posts), bare };
  } catch (error) {
    return planRefused(bare, error, context);
  }
}

function wantedPost(item: FeedItem, { key, sharedKey }: Earlier, posts: ItemPosts): Wanted {
  const { platforms, typed, profile, template, isDraft, slot, copyMedia } = posts;
  return {
    ...{ name: nameOf(item), key, sharedKey, files: new Map(), isDraft, typed },
    input: {
      ...{ text: template(item), platforms: [...platforms], profile: profile.slug, source: sourceOf(item) },
      ...(slot && { slot }),
      ...(copyMedia && { copyMedia }),
    },
  };
}

function forPlatforms(wanted: Wanted, platforms: readonly Target[]): Wanted {
  return { ...wanted, input: { ...wanted.input, platforms: [...platforms] } };
}

async function withMedia(context: Context, item: FeedItem, wanted: Wanted): Promise<Wanted> {
  const { media, notes } = await mediaToPublish(context, item);
  for (const note of notes) await context.output.note(`${wanted.name}: ${note}`);
  return { ...wanted, input: { ...wanted.input, media: media.length > 0 ? media : undefined } };
}

async function fit(context: Context, wanted: Wanted, { profile, fit }: ItemPosts): Promise<Wanted> {
  const { text, media, platforms } = wanted.input;
  const where = { besideMedia: media !== undefined, profileId: profile.id };
  const overrides = await fitTexts(context, platforms, { text, thread: [] }, { fit, ...where });
  return { ...wanted, input: { ...wanted.input, overrides } };
}

/** Names an item for people. */
export function nameOf({ link, title, summary, id }: FeedItem): string {
  return link || title || summary.slice(0, 80) || id;
}

/** Plans to leave items out, so that a dry run shows them. */
export function planLeftOut(leftOut: readonly LeftOut[], posts: ItemPosts): Plan[] {
  return leftOut.map(({ item, reason }) => ({
    wanted: wantedPost(item, { posts: [], draft: undefined, key: '' }, posts),
    ...{ action: 'skip', changes: [], cost: 0, note: reason },
  }));
}
