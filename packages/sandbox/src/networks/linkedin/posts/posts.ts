import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { dayMs } from '../../../world/durations.ts';
import { createMedia, type LinkCard, type Media, type Poll, type Post } from '../../../world/posts.ts';
import { acceptPost } from '../../../world/world.ts';
import { isOwn, publishingScopes, requireAuthor } from '../authors.ts';
import { requireDocument } from '../documents.ts';
import { accessDenied, coded, duplicate, invalidField, invalidUrn, textTooLong } from '../errors.ts';
import { protect, type Session } from '../session.ts';
import { type LinkedinState, organizationUrn, personUrn } from '../state.ts';
import { requireVideo } from '../videos.ts';
import { commentsOn } from './comments.ts';
import { type Mention, readLittleText } from './little-text.ts';
import { type CreateRequest, isReshare, type PollRequest, readCreateRequest } from './post-body.ts';

const maxTextLength = 3000;
const duplicateWindowMs = 10 * 60 * 1000;

/** Creating, resharing and deleting posts. */
export function postRoutes(state: LinkedinState): readonly Route[] {
  return [
    protect(state, {
      method: 'POST',
      path: '/rest/posts',
      operation: (call) => (isReshare(call) ? 'action' : 'publish'),
      resource: 'posts.CREATE',
      scopes: publishingScopes,
      handle: (call, session) => createPost(state, call, session),
    }),
    protect(state, {
      method: 'DELETE',
      path: '/rest/posts/:urn',
      operation: 'delete',
      resource: 'posts.DELETE',
      scopes: publishingScopes,
      handle: (call, session) => deletePost(state, call.params['urn'] ?? '', session),
    }),
    // Reading needs a permission that is closed to new apps.
    protect(state, {
      method: 'GET',
      path: '/rest/posts/:urn',
      operation: 'read',
      resource: 'posts.GET',
      scopes: ['r_member_social'],
      handle: () => ({ status: 404 }),
    }),
  ];
}

function createPost(state: LinkedinState, call: Call, session: Session): Reply {
  const request = readCreateRequest(call);
  const author = requireAuthor(state, session, request.author, { resource: 'posts.CREATE' });
  if (request.visibility === 'CONNECTIONS' && author.id !== session.account.id) {
    return invalidField('visibility', 'CONNECTIONS is not supported for organizations');
  }
  const { text, badAt, mentions = [] } = readLittleText(request.commentary);
  if (badAt !== undefined && state.world.settings.strictText) {
    return invalidField('commentary', `the reserved character at index ${badAt} is not escaped`);
  }
  if (text.length > maxTextLength) return textTooLong(text, maxTextLength);
  const media = collectMedia(state, request, author);
  const card = readCard(state, request, author);
  requireParent(state, request);
  const earlier = findDuplicate(state, { text, parent: request.parent, author });
  if (earlier !== undefined) return duplicate(earlier);
  const urn = `urn:li:share:${state.nextId()}`;
  acceptPost(state.world, {
    ...{ network: 'linkedin', id: urn, accountId: author.id, text, media },
    ...(card && { card }),
    ...(request.poll && { poll: pollOf(state, request.poll) }),
    ...(request.parent !== undefined && { resharedId: request.parent }),
    ...labelsOf(state, mentions),
    ...settingsOf(request),
  });
  if (request.isReshareDisabled) state.notResharable.add(urn);
  return { status: 201, headers: { 'x-restli-id': urn, 'x-linkedin-id': urn } };
}

/** Names those whom the text mentions. An organization's name has to match in full, a member's may be a part of it. */
function labelsOf({ world }: LinkedinState, mentions: readonly Mention[]): Pick<Post, 'labels'> {
  const labels = mentions.flatMap(({ name, urn }) => {
    const found = world.accounts
      .of('linkedin')
      .find(({ id, type }) => urn === (type === 'organization' ? organizationUrn(id) : personUrn(id)));
    const isNamed = found?.name === name || (found?.type !== 'organization' && found?.name.split(' ').includes(name));
    return isNamed ? [`mentions ${found?.name}`] : [];
  });
  return labels.length > 0 ? { labels } : {};
}

/** What a page of the sandbox shows besides the text: the title of a video or document, and who sees the post unless everybody does. */
function settingsOf({ visibility, title }: CreateRequest): Pick<Post, 'settings'> {
  const settings = { ...(visibility !== 'PUBLIC' && { visibility }), ...(title !== undefined && { title }) };
  return Object.keys(settings).length > 0 ? { settings } : {};
}

function pollOf({ world }: LinkedinState, { question, options, days }: PollRequest): Poll {
  return { question, options, isMultiple: false, endsAt: world.now() + days * dayMs };
}

/** Deletes a post with the comments on it; deleting it again succeeds, too. */
function deletePost(state: LinkedinState, urn: string, session: Session): Reply {
  if (!/^urn:li:(share|ugcPost):/.test(urn)) return invalidUrn(urn, 'INVALID_URN_TYPE');
  if (!/^urn:li:(share|ugcPost):\d+$/.test(urn)) return invalidUrn(urn, 'INVALID_URN_ID');
  const post = state.world.posts.find('linkedin', urn);
  if (!post) return coded(404, 'RESOURCE_NOT_FOUND', `Could not find entity ${urn}`);
  if (!isOwn(state, session, post.accountId)) return accessDenied('posts.DELETE of another author');
  for (const comment of commentsOn(state, urn)) comment.deletedAt = state.world.now();
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

/** Finds the author's post with the same text in the last ten minutes, even if it was deleted. */
function findDuplicate(
  state: LinkedinState,
  { text, parent, author }: { text: string; parent: string | undefined; author: Account },
): string | undefined {
  if (text === '') return undefined;
  const since = state.world.now() - duplicateWindowMs;
  return state.world.posts
    .withText(author, text)
    .findLast((post) => post.resharedId === parent && post.replyToId === undefined && post.createdAt > since)?.id;
}

function collectMedia(state: LinkedinState, request: CreateRequest, author: Account): Media[] {
  const { images, video, document, title = '' } = request;
  if (document !== undefined) {
    const { blob, type } = requireDocument(state, document, author.id);
    return [{ ...createMedia(blob, type), fileName: title }];
  }
  if (video === undefined) return images.map((image) => collectImage(state, image, author));
  const { blob, type } = requireVideo(state, video, author.id);
  return [createMedia(blob, type)];
}

function collectImage(state: LinkedinState, image: CreateRequest['images'][number], author: Account): Media {
  const upload = state.images.get(image.urn);
  if (!upload) throw new Refusal(invalidUrn(image.urn, 'INVALID_URN_ID'));
  if (upload.ownerId !== author.id) throw new Refusal(accessDenied('an image of another owner'));
  if (!upload.data || !upload.type) throw new Refusal(invalidField('content', `${image.urn} is still WAITING_UPLOAD`));
  return createMedia(upload.data, upload.type, image.altText);
}

/** The card of an article: LinkedIn shows what the caller says, and reads no page. */
function readCard(state: LinkedinState, { article }: CreateRequest, author: Account): LinkCard | undefined {
  if (!article) return undefined;
  const { thumbnail, thumbnailAltText: altText, ...card } = article;
  if (thumbnail === undefined) return card;
  const image = { urn: thumbnail, ...(altText !== undefined && { altText }) };
  return { ...card, picture: collectImage(state, image, author) };
}
