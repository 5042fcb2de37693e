import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { createMedia, type Media } from '../../../world/posts.ts';
import { acceptPost } from '../../../world/world.ts';
import { accessDenied, coded, duplicate, invalidField, invalidUrn, textTooLong } from '../errors.ts';
import { protect } from '../session.ts';
import { type LinkedinState, personUrn } from '../state.ts';
import { readLittleText } from './little-text.ts';
import { type CreateRequest, isReshare, readCreateRequest } from './post-body.ts';

const maxTextLength = 3000;
const duplicateWindowMs = 10 * 60 * 1000;
const scope = 'w_member_social';

/** Creating, resharing and deleting posts. */
export function postRoutes(state: LinkedinState): readonly Route[] {
  return [
    protect(state, {
      method: 'POST',
      path: '/rest/posts',
      operation: (call) => (isReshare(call) ? 'action' : 'publish'),
      resource: 'posts.CREATE',
      scope,
      handle: (call, { account }) => createPost(state, call, account),
    }),
    protect(state, {
      method: 'DELETE',
      path: '/rest/posts/:urn',
      operation: 'delete',
      resource: 'posts.DELETE',
      scope,
      handle: (call, { account }) => deletePost(state, call.params['urn'] ?? '', account),
    }),
    // Reading needs a permission that is closed to new apps.
    protect(state, {
      method: 'GET',
      path: '/rest/posts/:urn',
      operation: 'read',
      resource: 'posts.GET',
      scope: 'r_member_social',
      handle: () => ({ status: 404 }),
    }),
  ];
}

function createPost(state: LinkedinState, call: Call, member: Account): Reply {
  const request = readCreateRequest(call);
  if (request.author !== personUrn(member.id)) return refuseAuthor(request.author);
  const { text, badAt } = readLittleText(request.commentary);
  if (badAt !== undefined && state.world.settings.strictText) {
    return invalidField('commentary', `the reserved character at index ${badAt} is not escaped`);
  }
  if (text.length > maxTextLength) return textTooLong(text, maxTextLength);
  const media = request.images.map((image) => collectImage(state, image, member));
  requireParent(state, request);
  const earlier = findDuplicate(state, { text, parent: request.parent, member });
  if (earlier !== undefined) return duplicate(earlier);
  const urn = `urn:li:share:${state.nextId()}`;
  acceptPost(state.world, {
    ...{ network: 'linkedin', id: urn, accountId: member.id, text, media },
    ...(request.parent !== undefined && { resharedId: request.parent }),
  });
  if (request.isReshareDisabled) state.notResharable.add(urn);
  return { status: 201, headers: { 'x-restli-id': urn, 'x-linkedin-id': urn } };
}

function refuseAuthor(author: string): Reply {
  if (!/^urn:li:(person|organization):/.test(author)) return invalidUrn(author, 'INVALID_URN_TYPE');
  if (!/^urn:li:(person|organization):[A-Za-z0-9_-]+$/.test(author)) return invalidUrn(author, 'INVALID_URN_ID');
  return accessDenied('posts.CREATE as another author');
}

/** Deletes a post; deleting it again succeeds, too. */
function deletePost(state: LinkedinState, urn: string, member: Account): Reply {
  if (!/^urn:li:(share|ugcPost):/.test(urn)) return invalidUrn(urn, 'INVALID_URN_TYPE');
  if (!/^urn:li:(share|ugcPost):\d+$/.test(urn)) return invalidUrn(urn, 'INVALID_URN_ID');
  const post = state.world.posts.find('linkedin', urn);
  if (!post) return coded(404, 'RESOURCE_NOT_FOUND', `Could not find entity ${urn}`);
  if (post.accountId !== member.id) return accessDenied('posts.DELETE of another author');
  post.deletedAt ??= state.world.now();
  return { status: 204 };
}

function requireParent(state: LinkedinState, { parent }: CreateRequest): void {
  if (parent === undefined) return;
  const post = state.world.posts.find('linkedin', parent);
  if (!post || post.deletedAt !== undefined)
    throw new Refusal(coded(404, 'RESOURCE_NOT_FOUND', `Could not find entity ${parent}`));
  if (state.notResharable.has(parent)) throw new Refusal(accessDenied('a post whose author disabled reshares'));
}

/** Finds the member's post with the same text in the last ten minutes, even if it was deleted. */
function findDuplicate(
  state: LinkedinState,
  { text, parent, member }: { text: string; parent: string | undefined; member: Account },
): string | undefined {
  if (text === '') return undefined;
  const since = state.world.now() - duplicateWindowMs;
  return state.world.posts
    .withText(member, text)
    .findLast((post) => post.resharedId === parent && post.createdAt > since)?.id;
}

function collectImage(state: LinkedinState, image: CreateRequest['images'][number], member: Account): Media {
  const upload = state.images.get(image.urn);
  if (!upload) throw new Refusal(invalidUrn(image.urn, 'INVALID_URN_ID'));
  if (upload.ownerId !== member.id) throw new Refusal(accessDenied('an image of another owner'));
  if (!upload.data || !upload.type) throw new Refusal(invalidField('content', `${image.urn} is still WAITING_UPLOAD`));
  return createMedia(upload.data, upload.type, image.altText);
}
