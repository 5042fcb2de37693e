import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import type { Post } from '../../../world/posts.ts';
import { acceptPost } from '../../../world/world.ts';
import { refuse } from '../errors.ts';
import { tooLong } from '../gotosocial.ts';
import { readParams } from '../params.ts';
import { spend, throttles } from '../rate-limits.ts';
import { forUsers, type Session } from '../session.ts';
import { softwareOf } from '../software.ts';
import type { MastodonState } from '../state.ts';
import { attach, collectMedia, detach } from './attachments.ts';
import { countCharacters } from './count-characters.ts';
import { findEntities } from './entities.ts';
import { answerRepeat, aroundCall, type Keyed, readKey, rememberStatus } from './idempotency.ts';
import { presentStatus, textOf } from './present.ts';
import { readStatusRequest, type StatusRequest } from './status-body.ts';
import { isVisible, requireOwn } from './visibility.ts';

/**
 * Creating and deleting statuses, and reading one's own as plain text.
 *
 * @see https://docs.joinmastodon.org/methods/statuses/ (read 2026-11-22)
 */
export function statusRoutes(state: MastodonState): readonly Route[] {
  const write = { scopes: ['write:statuses'] } as const;
  const path = '/api/v1/statuses/:id';
  return forUsers(state, [
    {
      ...{ ...write, method: 'POST', path: '/api/v1/statuses', operation: 'publish', family: 'statuses' },
      handle: (_state, call, session) => createOnce(state, { call, session, key: readKey(call) }),
    },
    {
      ...{ ...write, method: 'DELETE', path, operation: 'delete', throttle: throttles.deletions },
      handle: deleteStatus,
    },
    { method: 'GET', path: `${path}/source`, operation: 'read', scopes: ['read:statuses'], handle: showSource },
  ]);
}

function createOnce(state: MastodonState, keyed: Keyed): Promise<Reply> {
  return aroundCall(state, keyed, () => createStatus(state, keyed));
}

/** Checks a status in the network's order, and saves it. */
async function createStatus(state: MastodonState, keyed: Keyed): Promise<Reply> {
  const { call, session } = keyed;
  const { account } = session;
  const request = readStatusRequest(state, readParams(call), account);
  const parent = findParent(state, request, session);
  const show = (post: Post) => ({ status: 200, json: presentStatus(state, post, { call, viewer: account }) });
  const repeated = await answerRepeat(state, keyed, (id) => {
    const first = state.world.posts.find('mastodon', id);
    return first && first.deletedAt === undefined ? show(first) : undefined;
  });
  if (repeated) return repeated;
  const attachments = collectMedia(state, request, session);
  const mentions = findMentions(state, request);
  checkText(state, request, attachments.length);
  spend(state, 'statuses', account.id);
  const id = state.nextId();
  const { text, spoilerText, visibility, sensitive, language, quotePolicy, mediaIds, chosen } = request;
  state.details.set(id, {
    ...{ text, spoilerText, visibility, sensitive, language, quotePolicy, mediaIds, mentions },
    clientId: session.token.clientId,
  });
  const post = acceptPost(state.world, {
    ...{ network: 'mastodon', id, accountId: account.id },
    text: spoilerText === '' ? text : `${spoilerText}\n\n${text}`,
    media: attach(attachments, id),
    conversationId: parent?.conversationId ?? id,
    ...(parent && { replyToId: parent.id }),
    ...(request.poll && { poll: request.poll }),
    ...(Object.keys(chosen).length > 0 && { settings: chosen }),
    ...(keyed.key !== undefined && { idempotencyKey: keyed.key }),
  });
  rememberStatus(state, keyed, id);
  return show(post);
}

function findParent(state: MastodonState, { replyToId }: StatusRequest, { account }: Session): Post | undefined {
  if (replyToId === undefined) return undefined;
  const parent = state.world.posts.find('mastodon', replyToId);
  if (parent && isVisible(state, parent, account)) return parent;
  throw new Refusal(softwareOf(state).refusals.parentNotFound());
}

/** Finds the mentioned accounts; refuses those that the caller did not allow. */
function findMentions({ world }: MastodonState, { text, allowedMentions }: StatusRequest): readonly string[] {
  const names = findEntities(text).flatMap(({ kind, value }) => (kind === 'mention' ? [value] : []));
  const accounts = [...new Set(names.flatMap((name) => world.accounts.findByUsername('mastodon', name) ?? []))];
  const unexpected = accounts.filter(({ id }) => allowedMentions && !allowedMentions.includes(id));
  if (unexpected.length === 0) return accounts.map(({ id }) => id);
  const listed = unexpected.map(({ id, username }) => ({ id, acct: username }));
  throw new Refusal({
    status: 422,
    json: { error: 'Post would be sent to unexpected accounts', unexpected_accounts: listed },
  });
}

function checkText(state: MastodonState, { text, spoilerText }: StatusRequest, files: number): void {
  const { counts, maxCharacters, maxSpoilerCharacters, needsMedia, invalidStatus } = softwareOf(state);
  if (needsMedia && files === 0) refuse(403, 'Empty statuses are not allowed');
  if (text === '' && files === 0) refuse(invalidStatus, "Validation failed: Text can't be blank");
  if (maxSpoilerCharacters !== undefined && [...spoilerText].length > maxSpoilerCharacters) {
    refuse(
      invalidStatus,
      `Validation failed: Spoiler text is too long (maximum is ${maxSpoilerCharacters} characters)`,
    );
  }
  const length = countCharacters({ text, spoilerText }, counts);
  if (length <= maxCharacters) return;
  if (counts === 'code-points') throw new Refusal(tooLong(maxCharacters));
  refuse(invalidStatus, `Validation failed: Text character limit of ${maxCharacters} exceeded`);
}

/** Deletes a status and the reblogs of it. Its files can be used again, unless they are to be deleted, too. */
function deleteStatus(state: MastodonState, call: Call, session: Session): Reply {
  const post = requireOwn(state, call, session);
  const json = {
    ...presentStatus(state, post, { call, viewer: session.account }),
    text: textOf(state, post),
  };
  const now = state.world.now();
  for (const reblog of state.world.posts.of('mastodon')) if (reblog.resharedId === post.id) reblog.deletedAt ??= now;
  post.deletedAt = now;
  detach(state, post, { isForGood: readParams(call).flag('delete_media') });
  return { status: 200, json };
}

function showSource(state: MastodonState, call: Call, session: Session): Reply {
  const post = requireOwn(state, call, session);
  const spoilerText = state.details.get(post.id)?.spoilerText ?? '';
  return { status: 200, json: { id: post.id, text: textOf(state, post), spoiler_text: spoilerText } };
}
