import type { Target } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import type { NamedAccount } from '../../store/connections/account-names.ts';
import { findProfile } from '../../store/connections/profiles.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import { fillPage, inPieces } from '../../store/pages.ts';
import { listMadeByKeys } from '../../store/posts/keyed-posts.ts';
import {
  boundChannels,
  findPost,
  keptSlot,
  listPostsById,
  lockScheduled,
  type PostChange,
  type PostWithTargets,
  relabelPost,
  updatePostIn,
} from '../../store/posts/posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { findPostIds } from '../../store/search/post-search.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import { requireParts, seesProfile, type Viewer } from '../access/rights.ts';
import { accountsMeant } from '../connections/account-names.ts';
import { partOf } from '../connections/accounts.ts';
import type { Connections } from '../connections/connections.ts';
import { requireTargets } from '../contents/allowed-targets.ts';
import { type Assessment, assess } from '../contents/assessment.ts';
import { contentFor } from '../contents/publish-request.ts';
import { fromColumns } from '../contents/stored-request.ts';
import { loggedProfile } from '../contents/target-log.ts';
import type { FollowCopies } from '../copies/follow-copies.ts';
import type { Credits } from '../credits/credits.ts';
import type { Plan } from '../credits/plans.ts';
import { type Dispatch, endScheduled, reacceptTargets } from '../publishing/accept.ts';
import type { Publishing } from '../publishing/publish.ts';
import type { Removals, TakenBack } from '../publishing/remove.ts';
import type { TargetStates } from '../publishing/states.ts';
import type { FindNextSlot } from '../slots/slots.ts';
import type { Worker } from '../workers/worker.ts';
import type { FindNamedPost } from './named-post.ts';
import { cursorAfter, type PostPage, toSearch } from './post-pages.ts';
import { createResolve, type Resolution } from './resolve.ts';
import { chosenPlatforms, requireReceipts } from './taking-back.ts';

export type Posts = ReturnType<typeof createPosts>;

const DEFAULT_PAGE = 100;

/** Makes the service for accepted posts: read, reschedule, cancel, retry, resolve. */
export function createPosts(deps: {
  db: Database;
  clock: Clock;
  credits: Credits;
  connections: Connections;
  publishing: Publishing;
  findNextSlot: FindNextSlot;
  followCopies: Pick<FollowCopies, 'follow'>;
  states: TargetStates;
  removals: Removals;
  findNamedPost: FindNamedPost;
  worker: Worker;
}) {
  const { db, clock, connections, publishing } = deps;
  const resolveTarget = createResolve(deps);

  /** Reads a post with its targets. @throws AppError not_found, also for a post that the viewer does not see */
  async function require({ workspaceId, rights }: Viewer, id: string): Promise<PostWithTargets> {
    const found = isUuid(id) ? await findPost(db, workspaceId, id.toLowerCase()) : undefined;
    if (!found || !seesProfile(rights, found.post.profile_id))
      throw new AppError('not_found', 'There is no post with this id; list them with GET /api/v1/posts');
    return found;
  }

  /** @throws AppError forbidden for targets of a post that are bound to, or mean, what the viewer may not use */
  async function requireUsable({ rights }: Viewer, found: PostWithTargets, targets: readonly Target[]): Promise<void> {
    if (rights.platforms === null) return;
    await requireTargets(db, rights, found.post.profile_id, targets, await boundChannels(db, found));
  }

  /** Reads a post that the viewer may change. @throws AppError not_found; forbidden where it is for other platforms, too */
  async function requireOwn(viewer: Viewer, id: string): Promise<PostWithTargets> {
    const found = await require(viewer, id);
    await requireUsable(viewer, found, JSON.parse(found.post.platforms) as Target[]);
    return found;
  }

  /** Names targets as a post does, whose accounts may have been renamed since. */
  async function asPostNames(found: PostWithTargets, asked: readonly Target[]): Promise<readonly Target[]> {
    const own = JSON.parse(found.post.platforms) as Target[];
    const others = asked.filter((target) => !own.includes(target));
    if (others.length === 0) return asked;
    const bound = await boundChannels(db, found);
    const meant = await accountsMeant(db, found.post.profile_id, new Map(others.map((target) => [target, null])));
    const channels = new Map(meant.map(({ target, channel }) => [target, channel]));
    const nameOf = (target: Target) => own.find((one) => bound.get(one) === channels.get(target)) ?? target;
    return [...new Set(asked.map((target) => (channels.get(target) ? nameOf(target) : target)))];
  }

  /** Changes a scheduled post. @throws AppError not_found, forbidden, conflict */
  async function changeScheduled(
    viewer: Viewer,
    id: string,
    verb: string,
    change: (trx: Queryable, post: PostWithTargets['post']) => Promise<boolean>,
  ) {
    const { post } = await requireOwn(viewer, id);
    if (!(await db.transaction().execute((trx) => change(trx, post)))) {
      const { status } = (await require(viewer, id)).post;
      const isEnded = status === 'canceled' || status === 'missed';
      const why = isEnded ? `is ${status}` : status === 'scheduled' ? 'was moved by another call' : 'was already sent';
      throw new AppError('conflict', `The post ${why} and cannot be ${verb}`, { details: { status } });
    }
    return require(viewer, id);
  }

  /** Changes a post that waits for its time. What is to be copied follows. @returns false when it does not wait */
  async function update(trx: Queryable, post: PostWithTargets['post'], change: PostChange): Promise<boolean> {
    if (!(await updatePostIn(trx, post.id, 'scheduled', change))) return false;
    await deps.followCopies.follow(trx, post);
    return true;
  }

  return {
    require,

    /**
     * Lists a page of posts, latest first, with the cursor of the next page if there is one.
     * @param accounts the only accounts whose posts are listed @throws AppError invalid_request
     */
    async list({ workspaceId, rights }: Viewer, page: PostPage, accounts?: readonly Pick<NamedAccount, 'channel'>[]) {
      const limit = page.limit ?? DEFAULT_PAGE;
      const seen = rights.profiles === null ? {} : { profileIds: rights.profiles };
      const search = toSearch(page);
      // Without a word there is nothing that a post could have.
      if (search.words?.length === 0 || accounts?.length === 0) return { posts: [], nextCursor: null };
      const channels = accounts && { channels: [...new Set(accounts.map(({ channel }) => channel))] };
      const ids = await findPostIds(db, workspaceId, { ...search, ...seen, ...channels, limit: limit + 1 });
      const { rows: posts, hasMore } = await fillPage<PostWithTargets>(
        limit,
        inPieces(limit, (count, _, offset) => listPostsById(db, ids.slice(offset, offset + count))),
      );
      const last = hasMore ? posts.at(-1)?.post : undefined;
      return { posts, nextCursor: last ? cursorAfter(last, page) : null };
    },

    /**
     * Lists what was created with idempotency keys, which is a draft where there is no post. Leaves out keys without either, and posts
     * that the viewer does not see.
     */
    async listByKeys({ workspaceId, rights }: Viewer, keys: readonly string[]) {
      const made = await listMadeByKeys(db, workspaceId, keys);
      const posts = await listPostsById(
        db,
        made.flatMap(({ post_id }) => post_id ?? []),
      );
      const seen = new Map(
        posts.flatMap((one) => (seesProfile(rights, one.post.profile_id) ? [[one.post.id, one]] : [])),
      );
      return made.flatMap(({ key, post_id }) => {
        const post = seen.get(post_id ?? '');
        return post || post_id === null ? [{ key, post }] : [];
      });
    },

    /** Moves a scheduled post to the next free slot, which may be the one that it has. @throws AppError not_found, conflict, no_free_slot */
    rescheduleToSlot(viewer: Viewer, id: string): Promise<PostWithTargets> {
      return changeScheduled(viewer, id, 'moved', async (trx, post) => {
        const { id: postId, profile_id } = post;
        const { workspaceId } = viewer;
        // The post before the workspace: see the order of locks in locks.ts.
        if (!(await lockScheduled(trx, postId))) return false;
        await lockWorkspace(trx, workspaceId);
        const profile = await findProfile(trx, workspaceId, profile_id);
        if (!profile) return false;
        const { text, at } = await deps.findNextSlot(trx, profile, postId);
        const dueAt = new Date(at).toISOString();
        const due = { scheduled_for: text, due_at: dueAt, happens_at: dueAt, held_at: null, from_slot: 1 };
        return update(trx, post, { ...due, updated_at: isoNow(clock) });
      });
    },

    /** Moves a scheduled post to another time. @throws AppError not_found, conflict, past_time */
    reschedule(viewer: Viewer, id: string, time: { text: string; at: number }): Promise<PostWithTargets> {
      if (time.at <= clock.now()) {
        throw new AppError(
          'past_time',
          'scheduledFor: must be in the future; the post keeps its time, and nothing was sent. To publish it now, cancel it and send it without a time',
          { details: { field: 'scheduledFor' } },
        );
      }
      const dueAt = new Date(time.at).toISOString();
      const due = { scheduled_for: time.text, due_at: dueAt, happens_at: dueAt, held_at: null };
      return changeScheduled(viewer, id, 'moved', (trx, post) =>
        update(trx, post, { ...due, from_slot: keptSlot(dueAt), updated_at: isoNow(clock) }),
      );
    },

    /** Has all files of a scheduled post copied, or only those whose addresses end before it is due. @throws AppError not_found, conflict */
    copyMedia(viewer: Viewer, id: string, isAsked: boolean): Promise<PostWithTargets> {
      return changeScheduled(viewer, id, 'changed', (trx, post) =>
        update(trx, post, { copy_media: isAsked ? 1 : 0, updated_at: isoNow(clock) }),
      );
    },

    /** Gives a post these labels in place of those it has, whatever its status. @throws AppError not_found, forbidden */
    async relabel(viewer: Viewer, id: string, labels: readonly string[]): Promise<PostWithTargets> {
      const { post } = await requireOwn(viewer, id);
      await relabelPost(db, post, labels, isoNow(clock));
      return require(viewer, id);
    },

    /** Cancels a scheduled post and deletes its idempotency key. @throws AppError not_found, conflict */
    async cancel(viewer: Viewer, id: string): Promise<PostWithTargets> {
      return changeScheduled(viewer, id, 'canceled', (trx, post) =>
        endScheduled(trx, post, { status: 'canceled', why: 'it was canceled', clock }),
      );
    },

    /** Sends the failed targets again, and only those. @throws AppError not_found, conflict, insufficient_credits */
    async retry(viewer: Viewer, id: string, plan: Plan): Promise<PostWithTargets> {
      const { post, targets } = await requireOwn(viewer, id);
      const failed = targets.filter(({ state }) => state === 'failed');
      if (failed.length === 0) throw nothingToRetry(targets);
      if (isTakenBack(targets)) throw takenBack();
      const request = fromColumns(post);
      const contents = failed.map(({ target, part }) => contentFor(request, target, part));
      const channels = await boundChannels(db, { post, targets });
      const connected = await connections.bound(post.profile_id, channels);
      // Another account may have become the default one since.
      const used = [...connected.values()].flatMap(({ connection }) => (connection ? [partOf(connection)] : []));
      requireParts(viewer.rights, used);
      const assessments = assess(contents, { plan, connected, isRetry: true });
      const again = failed.map((target, index) => ({ target, assessment: assessments[index] as Assessment }));
      const given = { profile: await loggedProfile(db, post), limitedBy: viewer.rights.limitedBy };
      const restarted = await db.transaction().execute((trx) => reacceptTargets(trx, post, again, given, deps));
      if (restarted.length === 0) return require(viewer, id);
      const waiting = targets.flatMap((target): Dispatch[] => {
        const before = restarted.find((sent) => isBehind(sent.target, target));
        return before ? [{ ...before, target, content: contentFor(request, target.target, target.part) }] : [];
      });
      await publishing.sendInTime([...restarted, ...waiting].sort(byPosition));
      const stored = targets.map((target) => restarted.find((sent) => sent.target.id === target.id)?.target ?? target);
      return publishing.readAfter({ post: { ...post, status: 'publishing' }, targets: stored });
    },

    /**
     * Deletes at the networks what a post has published.
     * @param asked targets; undefined for all on which something was published
     * @throws AppError not_found, invalid_request, forbidden, conflict, scope_missing, paid_plan_required, insufficient_credits,
     *   credit_limit_reached; nothing is deleted then
     */
    async takeBack(viewer: Viewer, id: string, asked: readonly Target[] | undefined, plan: Plan): Promise<TakenBack> {
      const found = await require(viewer, id);
      const platforms = chosenPlatforms(found, asked && (await asPostNames(found, asked)));
      await requireUsable(viewer, found, platforms);
      requireReceipts(found, platforms, viewer.rights);
      return deps.removals.takeBack(found, platforms, { plan, rights: viewer.rights });
    },

    /** Ends an unknown target by the user's word, or corrects a failed one. @throws AppError not_found, invalid_request, not_connected, conflict, insufficient_credits */
    async resolve(viewer: Viewer, id: string, resolution: Resolution): Promise<PostWithTargets> {
      const found = await requireOwn(viewer, id);
      const [target = resolution.target] = await asPostNames(found, [resolution.target]);
      await resolveTarget(found, { ...resolution, target });
      return require(viewer, id);
    },
  };
}

/** Returns true when a post published something, and nothing of it is left. */
function isTakenBack(targets: readonly TargetRow[]): boolean {
  const published = targets.filter(({ state }) => state === 'published');
  return published.length > 0 && published.every(({ removed_at }) => removed_at !== null);
}

function takenBack(): AppError {
  return new AppError('conflict', 'The post was taken back, so nothing of it is sent again; publish it as a new post');
}

function nothingToRetry(targets: readonly TargetRow[]): AppError {
  const unknown = [...new Set(targets.filter(({ state }) => state === 'unknown').map(({ target }) => target))];
  const message = 'No platform of this post has failed; nothing was sent';
  if (unknown.length === 0) return new AppError('conflict', message);
  const names = unknown.join(' and ');
  const next = `It is unknown whether ${names} has it: look there, then resolve it with POST /api/v1/posts/{id}/resolve`;
  return new AppError('conflict', `${message}. ${next}`, { details: { unknown } });
}

/** Returns true for a pending part of a thread that comes after `before`; retrying that part also sends it. */
function isBehind(before: TargetRow, { target, part, state }: TargetRow): boolean {
  return state === 'pending' && before.target === target && before.part < part;
}

function byPosition({ target: one }: Dispatch, { target: other }: Dispatch): number {
  return one.position - other.position;
}
