import type { Target } from '@social/types';
import { AppError, invalid } from '../../errors.ts';
import type { PostWithTargets } from '../../store/posts/posts.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import type { Rights } from '../access/rights.ts';
import { isOpen } from '../publishing/states.ts';

/** States in which it is not known yet whether the network has the post. */
const IN_DOUBT: readonly TargetRow['state'][] = ['pending', 'sending', 'unknown'];

/**
 * Chooses the targets of which a post is to be taken back.
 * @param asked targets of the request; undefined for all that have, or may have, something of the post
 * @throws AppError invalid_request for a target that is not the post's; conflict when nothing was published
 */
export function chosenPlatforms(
  { post, targets }: PostWithTargets,
  asked: readonly Target[] | undefined,
): readonly Target[] {
  const own = JSON.parse(post.platforms) as Target[];
  const stranger = asked?.find((platform) => !own.includes(platform));
  if (stranger !== undefined) {
    const problem = `the post was not made for ${stranger}, but for ${own.join(', ')}; nothing was deleted`;
    throw invalid('platforms', problem, { platform: stranger });
  }
  const among = targets.filter(({ target }) => (asked ?? own).includes(target));
  const isIn = (states: readonly TargetRow['state'][]) => (wanted: Target) =>
    among.some(({ target, state }) => target === wanted && states.includes(state));
  if (among.some(({ state }) => state === 'published')) {
    return asked ?? own.filter(isIn(['published', ...IN_DOUBT]));
  }
  const message = `${whyNothing(post.status, (asked ?? own).filter(isIn(['unknown'])), among)}. Nothing was deleted`;
  throw new AppError('conflict', message, { details: { status: post.status } });
}

function whyNothing(status: string, unknown: readonly Target[], among: readonly TargetRow[]): string {
  if (status === 'scheduled') {
    return 'The post is scheduled and has published nothing yet; to stop it, cancel it with DELETE /api/v1/posts/{id}';
  }
  if (status === 'canceled' || status === 'missed') {
    return `The post is ${status} and was never sent; there is nothing to take back`;
  }
  if (among.some(({ state }) => isOpen(state))) {
    return 'The post is still being sent; take it back when that has ended';
  }
  if (unknown.length > 0) {
    const names = unknown.join(' and ');
    return `It is unknown whether ${names} has the post: look there and resolve it with POST /api/v1/posts/{id}/resolve, then take it back`;
  }
  return 'The post was not published there; there is nothing to take back';
}

/**
 * A post that a person named, and that nobody has read, may be any post of the account: deleting it is an action.
 * @throws AppError scope_missing
 */
export function requireReceipts({ targets }: PostWithTargets, platforms: readonly Target[], { scopes }: Rights): void {
  if (scopes.includes('actions')) return;
  const unread = targets.filter(({ by_hand, removed_at }) => by_hand === 1 && removed_at === null);
  const platform = platforms.find((one) => unread.some(({ target }) => target === one));
  if (platform === undefined) return;
  const what = `The post of ${platform} was named by hand and could not be checked there, so taking it back also needs the scope actions`;
  throw new AppError(
    'scope_missing',
    `${what}; nothing was deleted. Use a key that has it, or delete the post at the network`,
    {
      details: { scope: 'actions', scopes, operation: 'unpublishPost', platform },
    },
  );
}
