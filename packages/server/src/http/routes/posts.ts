import { previewOutcomeOf } from '@social/rules';
import type { Schema } from '@social/types';
import { invalid } from '../../errors.ts';
import { parseInstant } from '../../instants.ts';
import { pastNotes, refusePast } from '../../services/posts/past-times.ts';
import type { Publisher, Timing } from '../../services/posts/publishing.ts';
import { readTimeline } from '../../services/posts/timeline.ts';
import { readPublishRequest } from '../../services/targets/publish-request.ts';
import { findProfile } from '../../store/profiles.ts';
import type { HandlersOf, HttpRequest, Principal } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { presentAssessments, presentPost } from '../replies/present-post.ts';
import { presentStep } from '../replies/present-step.ts';

type PostServices = Pick<Services, 'db' | 'clock' | 'credits' | 'posts' | 'profiles' | 'publishing' | 'mediaPolicy'>;

/** The publisher of a call: its workspace, plan, profile and key. @throws AppError profile_not_found */
export async function publisherOf(
  profiles: Services['profiles'],
  principal: Principal,
  slug: string | undefined,
  http: HttpRequest,
): Promise<Publisher> {
  const profile = await profiles.resolve(principal.workspaceId, slug);
  return { workspaceId: principal.workspaceId, plan: principal.plan, profile, idempotencyKey: http.heldKey };
}

/** The instant of a `scheduledFor` that has the contract's form. */
export function timingOf(scheduledFor: string | undefined): Timing {
  if (scheduledFor === undefined) return { scheduledFor: null };
  const at = parseInstant(scheduledFor);
  if (at === null) throw invalid('scheduledFor', 'must be a real date and time with an offset');
  return { scheduledFor: { text: scheduledFor, at } };
}

/** @throws AppError invalid_request when query and body differ */
function isDryRun(inQuery: boolean | undefined, inBody: Schema<'PublishRequest'>['dryRun']): boolean {
  const given = inBody === undefined ? undefined : String(inBody) === 'true';
  if (inQuery !== undefined && given !== undefined && inQuery !== given) {
    throw invalid('dryRun', 'has one value in the query and another in the body; send it once. Nothing was sent');
  }
  return inQuery ?? given ?? false;
}

export function postRoutes(services: PostServices): HandlersOf<'posts'> {
  const { db, clock, credits, posts, profiles, publishing, mediaPolicy } = services;

  async function preview(
    body: Schema<'PublishRequest'>,
    { scheduledFor }: Timing,
    publisher: Publisher,
  ): Promise<Schema<'PostPreview'>> {
    const request = readPublishRequest(body, mediaPolicy);
    const assessments = await publishing.preview(request, publisher);
    const { workspace } = await credits.usage(publisher.workspaceId);
    const at = clock.now();
    const now = new Date(at).toISOString();
    const platformResults = presentAssessments(assessments);
    const results = Object.values(platformResults);
    const needed = results.reduce((sum, result) => sum + result.credits, 0);
    const available = workspace.balance - workspace.held;
    const notes = scheduledFor ? pastNotes(scheduledFor.at, at, 'would be published') : [];
    return {
      id: null,
      text: request.text,
      ...(request.thread.length > 0 && { thread: [...request.thread] }),
      platforms: [...request.platforms],
      status: scheduledFor && scheduledFor.at > at ? 'scheduled' : 'published',
      outcome: previewOutcomeOf(results, { needed, available }),
      createdAt: now,
      updatedAt: now,
      ...(body.scheduledFor === undefined ? {} : { scheduledFor: body.scheduledFor }),
      ...(notes.length > 0 && { notes }),
      profile: publisher.profile.slug,
      credits: needed,
      available,
      platformResults,
    };
  }

  /** Name of the post's profile for the log; its slug when it was deleted. */
  async function profileNameOf(workspaceId: string, id: string): Promise<string> {
    const { post } = await posts.require(workspaceId, id);
    return (await findProfile(db, workspaceId, post.profile_id))?.name ?? post.profile_slug;
  }

  return {
    async createPost({ body, query, principal, http }) {
      if (http.createdPostId !== null) {
        const created = await posts.require(principal.workspaceId, http.createdPostId);
        return { status: 201, body: presentPost(created) };
      }
      const dryRun = isDryRun(query.dryRun, body.dryRun);
      const timing = timingOf(body.scheduledFor);
      refusePast('scheduledFor', timing.scheduledFor, { ifPast: body.ifPast, now: clock.now() });
      const publisher = await publisherOf(profiles, principal, body.profile, http);
      if (dryRun) return { status: 200, hadNoEffect: true, body: await preview(body, timing, publisher) };
      const request = readPublishRequest(body, mediaPolicy);
      const published = await publishing.publish(request, publisher, timing);
      return { status: 201, body: presentPost(published) };
    },

    async listPosts({ query, principal }) {
      const page = await posts.list(principal.workspaceId, query);
      return { status: 200, body: { posts: page.posts.map(presentPost), nextCursor: page.nextCursor } };
    },

    async getPost({ path, principal }) {
      return { status: 200, body: presentPost(await posts.require(principal.workspaceId, path.id)) };
    },

    async listPostEvents({ path, principal }) {
      const steps = await readTimeline(db, await posts.require(principal.workspaceId, path.id));
      return { status: 200, body: { events: steps.map(presentStep) } };
    },

    async updatePost({ path, body, principal }) {
      const { scheduledFor } = timingOf(body.scheduledFor);
      if (!scheduledFor) throw invalid('scheduledFor', 'is required');
      return {
        status: 200,
        body: presentPost(await posts.reschedule(principal.workspaceId, path.id, scheduledFor)),
      };
    },

    async cancelPost({ path, principal }) {
      return { status: 200, body: presentPost(await posts.cancel(principal.workspaceId, path.id)) };
    },

    async retryPost({ path, principal }) {
      const name = await profileNameOf(principal.workspaceId, path.id);
      const retried = await posts.retry(principal.workspaceId, path.id, principal.plan, name);
      return { status: 200, body: presentPost(retried) };
    },

    async resolvePost({ path, body, principal }) {
      const settled = {
        platform: body.platform,
        part: body.part,
        published: body.published,
        profileName: await profileNameOf(principal.workspaceId, path.id),
      };
      return { status: 200, body: presentPost(await posts.resolve(principal.workspaceId, path.id, settled)) };
    },
  };
}
