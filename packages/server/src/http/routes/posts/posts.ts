import type { Schema } from '@social/types';
import { invalid } from '../../../errors.ts';
import { readLabels, readPublishRequest } from '../../../services/contents/publish-request.ts';
import { refusePast } from '../../../services/posts/past-times.ts';
import { readTimeline } from '../../../services/posts/timeline.ts';
import type { PostWithTargets } from '../../../store/posts/posts.ts';
import type { HandlersOf } from '../../operations/operation-types.ts';
import type { Services } from '../../operations/services.ts';
import { presentPost, presentStep, presentTakenBack } from '../../presenters/present-post.ts';
import { readAddresses } from '../../replies/current-addresses.ts';
import { checkPosts } from './check-posts.ts';
import { dryRunOf } from './dry-run.ts';
import { publisherOf, timingOf } from './publisher.ts';
import { type DraftServices, showDrafts, storeDraft } from './store-draft.ts';

type PostServices = Pick<
  Services,
  | 'db'
  | 'clock'
  | 'credits'
  | 'drafts'
  | 'dryRuns'
  | 'library'
  | 'posts'
  | 'profiles'
  | 'publishing'
  | 'slots'
  | 'mediaPolicy'
> &
  Pick<DraftServices, 'baseUrl' | 'rateLimits'>;

/** @throws AppError invalid_request when query and body differ */
function isDryRun(inQuery: boolean | undefined, inBody: Schema<'PublishRequest'>['dryRun']): boolean {
  const given = inBody === undefined ? undefined : String(inBody) === 'true';
  if (inQuery !== undefined && given !== undefined && inQuery !== given) {
    throw invalid('dryRun', 'has one value in the query and another in the body; send it once. Nothing was sent');
  }
  return inQuery ?? given ?? false;
}

/** Posts: publish, schedule, read, retry, take back, resolve and cancel. */
export function postRoutes(services: PostServices): HandlersOf<'posts'> {
  const { db, clock, library, posts, profiles, publishing, mediaPolicy } = services;

  /** Presents a stored post with addresses of its files that can be opened. */
  async function show(stored: PostWithTargets): Promise<Schema<'Post'>> {
    const post = presentPost(stored);
    return (await readAddresses(library, stored.post.workspace_id, [post]))(post);
  }

  return {
    async createPost({ body, query, principal, http }) {
      if (http.createdPostId !== null) {
        const created = await posts.require(principal, http.createdPostId);
        return { status: 201, body: presentPost(created) };
      }
      const dryRun = isDryRun(query.dryRun, body.dryRun);
      if (http.createdDraftId !== null) {
        return { status: 201, body: await storeDraft(services, body, { principal, http }, true) };
      }
      const timing = timingOf(body.scheduledFor, body.slot);
      refusePast('scheduledFor', timing.scheduledFor, { ifPast: body.ifPast, now: clock.now() });
      if (body.draft && !dryRun) {
        return { status: 201, body: await storeDraft(services, body, { principal, http }, true) };
      }
      const publisher = await publisherOf(profiles, principal, body.profile);
      if (dryRun) {
        const earlier = http.checkedPostId === null ? null : await posts.require(principal, http.checkedPostId);
        const how = { timing, publisher, earlier };
        return { status: 200, hadNoEffect: true, body: await dryRunOf(services, body, how) };
      }
      const request = readPublishRequest(body, mediaPolicy);
      const reply = (post: PostWithTargets) => ({ status: 201, body: presentPost(post) }) as const;
      return reply(await publishing.publish(request, publisher, timing, http.postKey(reply)));
    },

    async checkPosts({ body, principal }) {
      return { status: 200, hadNoEffect: true, body: await checkPosts(services, body, principal) };
    },

    async listPosts({ query, principal }) {
      // Before the posts: a draft that is approved meanwhile is then found as a post.
      const drafts = query.key === undefined ? undefined : await services.drafts.listByKey(principal, query.key);
      const page = await posts.list(principal, query, await profiles.accountsShown(principal, query));
      const shown = page.posts.map(presentPost);
      return {
        status: 200,
        body: {
          posts: shown.map(await readAddresses(library, principal.workspaceId, shown)),
          ...(drafts && { drafts: await showDrafts(services, drafts, principal) }),
          nextCursor: page.nextCursor,
        },
      };
    },

    async getPost({ path, principal }) {
      return { status: 200, body: await show(await posts.require(principal, path.id)) };
    },

    async listPostEvents({ path, principal }) {
      const steps = await readTimeline(db, await posts.require(principal, path.id));
      return { status: 200, body: { events: steps.map(presentStep) } };
    },

    async updatePost({ path, body, principal }) {
      const labels = body.labels && readLabels(body.labels);
      const { scheduledFor, slot } = timingOf(body.scheduledFor, body.slot);
      const moved = scheduledFor && (await posts.reschedule(principal, path.id, scheduledFor));
      const slotted = slot && (await posts.rescheduleToSlot(principal, path.id));
      const copied = body.copyMedia !== undefined && (await posts.copyMedia(principal, path.id, body.copyMedia));
      const post = labels ? await posts.relabel(principal, path.id, labels) : copied || (moved ?? slotted);
      if (!post) throw invalid('body', 'names nothing to change; send scheduledFor, slot, copyMedia or labels');
      return { status: 200, body: await show(post) };
    },

    async cancelPost({ path, principal }) {
      return { status: 200, body: await show(await posts.cancel(principal, path.id)) };
    },

    async retryPost({ path, principal }) {
      return { status: 200, body: await show(await posts.retry(principal, path.id, principal.plan)) };
    },

    async unpublishPost({ path, body, principal }) {
      const taken = await posts.takeBack(principal, path.id, body?.platforms, principal.plan);
      return { status: 200, body: presentTakenBack(taken) };
    },

    async resolvePost({ path, body: { platform, part, published }, principal }) {
      const verdict = { target: platform, part, published };
      return { status: 200, body: await show(await posts.resolve(principal, path.id, verdict)) };
    },
  };
}
