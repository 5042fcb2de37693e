import type { Json, Reply } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import { countOf } from '../../world/counters.ts';
import type { Media, Post } from '../../world/posts.ts';
import { acceptPost } from '../../world/world.ts';
import { refuse } from '../meta-graph/errors.ts';
import { pageOf } from '../meta-graph/paging.ts';
import { type GraphRequest, pickFields, text } from '../meta-graph/request.ts';
import type { GraphEndpoint } from '../meta-graph/routes.ts';
import { advance } from '../processing.ts';
import { commentsOf, presentComment } from './comments.ts';
import { createContainer } from './containers.ts';
import { problems } from './errors.ts';
import { presentItem, presentMedia } from './media.ts';
import { quotaSeconds, quotaTotal, usedQuota } from './rate-limits.ts';
import type { Container, InstagramAccess, InstagramState } from './state.ts';

/** Creating and publishing containers, in both Graphs. @see https://developers.facebook.com/docs/instagram-platform/content-publishing */
export function publishingEndpoints(state: InstagramState, access: InstagramAccess): readonly GraphEndpoint[] {
  const owner = (request: GraphRequest, need: 'read' | 'publish'): Account =>
    access.require(request, { id: request.segments[0] ?? '', need });
  return [
    {
      method: 'POST',
      path: '*/media',
      operation: 'upload',
      handle: async (request) => {
        const account = owner(request, 'publish');
        const container = await createContainer(state, account, { params: request.params, access });
        const uri = `${request.call.base}/ig-api-upload/${request.version ?? 'v25.0'}/${container.id}`;
        return { status: 200, json: { id: container.id, ...(container.upload && { uri }) } };
      },
    },
    {
      method: 'GET',
      path: '*/media',
      operation: 'read',
      handle: (request) => {
        const { id } = owner(request, 'read');
        const isShown = ({ accountId, deletedAt, replyToId }: Post) =>
          accountId === id && deletedAt === undefined && replyToId === undefined;
        const posts = state.world.posts.of('instagram').filter(isShown).reverse();
        const shown = posts.map((post) =>
          pickFields<Json>(presentMedia(state, post, request), text(request.params, 'fields'), []),
        );
        return pageOf(request, shown);
      },
    },
    {
      method: 'POST',
      path: '*/media_publish',
      operation: 'publish',
      handle: (request) => publish(state, owner(request, 'publish'), text(request.params, 'creation_id') ?? ''),
    },
    {
      method: 'GET',
      path: '*/content_publishing_limit',
      operation: 'read',
      handle: (request) => {
        const limit = {
          quota_usage: usedQuota(state, owner(request, 'publish')),
          config: { quota_total: quotaTotal, quota_duration: quotaSeconds },
        };
        const { id: _, ...shown } = pickFields<Json>(limit, text(request.params, 'fields'), ['quota_usage']);
        return { status: 200, json: { data: [shown] } };
      },
    },
  ];
}

/** Shows a container or a published post by its id. @returns `undefined` for any other id. */
export function showInstagramNode(
  state: InstagramState,
  access: InstagramAccess,
  request: GraphRequest,
): Reply | undefined {
  const id = request.segments[0] ?? '';
  const fields = text(request.params, 'fields');
  const container = state.containers.get(id);
  if (container) {
    access.require(request, { id: container.accountId, need: 'read' });
    const shown = presentContainer(state, container);
    advanceContainer(state, container);
    return { status: 200, json: pickFields<Json>(shown, fields, []) };
  }
  const item = state.items.get(id);
  const post = state.world.posts.find('instagram', item?.postId ?? id);
  if (!post || post.deletedAt !== undefined) return undefined;
  const need = post.replyToId === undefined ? 'read' : 'comment';
  const account = access.require(request, { id: post.accountId, need });
  if (need === 'comment') {
    return { status: 200, json: pickFields(presentComment(state, post), fields, ['text', 'timestamp']) };
  }
  if (item) return { status: 200, json: pickFields<Json>(presentItem(state, id, request) ?? {}, fields, []) };
  const shown = {
    ...presentMedia(state, post, request),
    username: account.username,
    like_count: countOf(post, 'like_count'),
    comments_count: countOf(post, 'comments_count', commentsOf(state, post).length),
    ...(access.hasAllCounters && {
      shares_count: countOf(post, 'shares_count'),
      saved_count: countOf(post, 'saved_count'),
      total_views_count: countOf(post, 'total_views_count'),
    }),
  };
  return { status: 200, json: pickFields<Json>(shown, fields, []) };
}

function publish(state: InstagramState, account: Account, creationId: string): Reply {
  const container = state.containers.get(creationId);
  if (account.type === 'private') refuse(problems.restricted);
  const isUsable = container?.accountId === account.id && !container.isCarouselItem;
  if (!container || !isUsable || container.isPublished || container.expiresAt <= state.world.now()) {
    return refuse(problems.noContainer(creationId));
  }
  if (statusOf(state, container) !== 'FINISHED') refuse(problems.notReady);
  if (usedQuota(state, account) >= quotaTotal) refuse(problems.quotaReached);
  container.isPublished = true;
  const id = state.nextId();
  const settings = settingsOf(container);
  acceptPost(state.world, {
    ...{ network: 'instagram', id, accountId: account.id, text: container.caption, media: mediaOf(container) },
    ...(Object.keys(settings).length > 0 && { settings }),
  });
  for (const index of container.children.keys()) state.items.set(state.nextId(), { postId: id, index });
  return { status: 200, json: { id } };
}

function mediaOf({ children, media }: Container): readonly Media[] {
  return children.length > 0 ? children.flatMap(mediaOf) : media ? [media] : [];
}

/** The settings of a post; a carousel shows the accounts that are tagged in its parts. */
function settingsOf({ kind, settings, children }: Container): Container['settings'] {
  const tags = children.flatMap((child) => child.settings['user_tags'] ?? []);
  const isStory = kind === 'story-image' || kind === 'story-video';
  return { ...(isStory && { media_type: 'STORIES' }), ...settings, ...(tags.length > 0 && { user_tags: tags }) };
}

function presentContainer(state: InstagramState, container: Container): Record<string, Json> {
  const word = statusOf(state, container);
  const subcode = problemOf(container)?.subcode;
  const sentences = {
    FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
    IN_PROGRESS: 'In Progress: Media is still being processed.',
    PUBLISHED: 'Published: Media has been published.',
    EXPIRED: 'Expired: Media has not been published within 24 hours.',
    ERROR: `Error: Media upload has failed with error code ${subcode}`,
  };
  return { id: container.id, status_code: word, status: sentences[word] };
}

function statusOf({ world }: InstagramState, container: Container) {
  if (container.isPublished) return 'PUBLISHED';
  if (container.expiresAt <= world.now()) return 'EXPIRED';
  if (isPending(container)) return 'IN_PROGRESS';
  return problemOf(container) ? 'ERROR' : 'FINISHED';
}

function isPending(container: Container): boolean {
  return container.upload !== undefined || container.pendingChecks > 0 || container.children.some(isPending);
}

function advanceContainer(state: InstagramState, container: Container): void {
  if (container.upload === undefined) advance(state.world, container);
  for (const child of container.children) advanceContainer(state, child);
}

function problemOf(container: Container): Container['problem'] {
  return container.problem ?? container.children.find(({ problem }) => problem)?.problem;
}
