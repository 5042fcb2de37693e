import { type Call, Refusal } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import type { Post } from '../../../world/posts.ts';
import { notFound } from '../errors.ts';
import type { Session } from '../session.ts';
import { softwareOf } from '../software.ts';
import { follows, type MastodonState } from '../state.ts';

/** Returns the visibility of a status; a seeded one has that of its account. */
export function visibilityOf({ details, world }: MastodonState, post: Post): string {
  const isProtected = world.accounts.find('mastodon', post.accountId)?.type === 'private';
  return details.get(post.id)?.visibility ?? (isProtected ? 'private' : 'public');
}

/** Returns true when a viewer, or a visitor, may see a status. */
export function isVisible(state: MastodonState, post: Post, viewer: Account | undefined): boolean {
  const author = state.world.accounts.find('mastodon', post.accountId);
  if (!author || post.deletedAt !== undefined) return false;
  if (viewer?.id === author.id) return true;
  const visibility = visibilityOf(state, post);
  if (['public', 'unlisted', 'local'].includes(visibility)) return true;
  if (!viewer) return false;
  if (state.details.get(post.id)?.mentions.includes(viewer.id)) return true;
  if (visibility === 'direct') return false;
  const isMutual = visibility !== 'mutuals_only' || follows(state, author, viewer);
  return follows(state, viewer, author) && isMutual;
}

/** Finds the status of a path that the caller may see. */
export function requireVisible(state: MastodonState, { params }: Call, session: Session | undefined): Post {
  const post = state.world.posts.find('mastodon', params['id'] ?? '');
  if (post && isVisible(state, post, session?.account)) return post;
  throw new Refusal(notFound());
}

/** Finds the status of a path that is the caller's own. */
export function requireOwn(state: MastodonState, call: Call, session: Session): Post {
  const post = requireVisible(state, call, session);
  if (post.accountId === session.account.id) return post;
  throw new Refusal(softwareOf(state).refusals.foreignStatus());
}
