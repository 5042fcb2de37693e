import { usernameOf } from './accounts.ts';
import type { MadeCall } from './load.ts';
import type { Observation, ObservedTarget } from './observation.ts';

/**
 * Returns the usernames of the accounts that a target may have meant when its post was accepted, by what clients have asked in which order:
 * one, but for the default account of a post that was accepted while the default was moved. Null for a post that no call has made.
 */
export function accountsMeant({
  calls,
  posts,
}: Pick<Observation, 'calls' | 'posts'>): (target: ObservedTarget) => readonly string[] | null {
  const publications = Map.groupBy(
    calls.filter(({ path }) => path === '/api/v1/posts'),
    ({ body }) => (body as { text?: string } | undefined)?.text,
  );
  const changes = Map.groupBy(
    calls.filter(({ kind }) => kind === 'make default'),
    ({ body }) => (body as { profileId: string }).profileId,
  );
  const byId = new Map(posts.map((post) => [post.id, post]));
  return ({ post_id, target }) => {
    const [, name] = target.split(':');
    if (name !== undefined) return [usernameOf(name)];
    const post = byId.get(post_id);
    const made = post && publications.get(post.text);
    const [first] = made ?? [];
    if (!post || !made || !first) return null;
    const ofProfile = target === 'mastodon' ? changes.get(post.profile_id) : undefined;
    return standardsWithin(ofProfile ?? [], windowOf(made), `crash_${first.workspace}`);
  };
}

/** Between which starts and answers of calls something happened at a server. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/** When a post was accepted that was asked for by these calls: before the first answer that says so. */
function windowOf(made: readonly MadeCall[]): Window {
  const answered = made.filter(({ answer }) => answer?.status === 201);
  return {
    from: Math.min(...made.map(({ startedAt = 0 }) => startedAt)),
    to: Math.min(...answered.map(({ endedAt = Number.POSITIVE_INFINITY }) => endedAt)),
  };
}

/** Default accounts that a profile may have had within a window. Its changes follow each other: one begins once the last is answered. */
function standardsWithin(changes: readonly MadeCall[], { from, to }: Window, first: string): readonly string[] {
  let possible = [first];
  for (const { path, answer, startedAt = 0, endedAt = Number.POSITIVE_INFINITY } of changes) {
    if (startedAt > to) continue;
    const username = usernameOf(path.split('/').at(-1) ?? '');
    const isDone = answer?.status === 200;
    if (isDone && endedAt < from) possible = [username];
    // Without an answer that says so, it may have been done at any time after its start.
    else if (isDone || answer === null || answer.status >= 500) possible.push(username);
  }
  return possible;
}
