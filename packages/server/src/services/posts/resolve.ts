import type { Target } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { listPostEvents, type PostStep } from '../../store/posts/post-events.ts';
import type { PostWithTargets } from '../../store/posts/posts.ts';
import type { Database } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import { namesOf } from '../connections/account-names.ts';
import { nameOfPart } from '../contents/part-name.ts';
import { readKnownTarget } from '../contents/target-log.ts';
import type { EventDetails, TargetEvent, TargetStates } from '../publishing/states.ts';
import { type FindNamedPost, type NamedPost, requireUnclaimed } from './named-post.ts';
import { MAX_STEPS } from './timeline.ts';

/** Result that a user saw at the network. */
export interface Resolution {
  readonly target: Target;
  /** Number of the thread part, from 1; may be left out when only one part is unknown. */
  readonly part?: number | undefined;
  /** Address or id of the post at the network; false when the post is not there. */
  readonly published: string | false;
}

/**
 * Makes the function that ends an unknown target by the user's word, or corrects a failed one to published. It throws
 * AppError conflict, insufficient_credits, and what `FindNamedPost` throws.
 */
export function createResolve(deps: {
  db: Database;
  clock: Clock;
  states: TargetStates;
  findNamedPost: FindNamedPost;
}) {
  const { db, clock, states } = deps;

  return async ({ post, targets }: PostWithTargets, resolution: Resolution): Promise<void> => {
    const { published } = resolution;
    const steps = (await listPostEvents(db, post.id, MAX_STEPS)).filter(({ kind }) => kind === 'sending');
    const sendings = { steps, names: await namesOf(db, post.profile_id) };
    const target = targetInDoubt({ post, targets }, sendings, resolution);
    const sentAt = Date.parse(firstSending(target, sendings) ?? post.created_at);
    const named = published === false ? null : await deps.findNamedPost({ post, target, copied: published, sentAt });
    const isFirst = await db.transaction().execute(async (trx) => {
      const read = await readKnownTarget(trx, target);
      const event = eventOf(target, published);
      if (!read || !(await states.apply(trx, event, read, detailsOf(target, named)))) return false;
      // After the event, whose log entry locks the workspace, so that of two calls with one post the second sees the first.
      if (named) await requireUnclaimed(trx, target, named.id);
      return true;
    });
    if (!isFirst) throw new AppError('conflict', 'The outcome has changed meanwhile; look at the post again');
  };

  function detailsOf({ state }: TargetRow, named: NamedPost | null): EventDetails {
    const updated_at = isoNow(clock);
    if (named) {
      // A failed target is no proof: the network refused it, or a person said that it was not there.
      const isProven = named.isProven && state === 'unknown';
      const found = { platform_post_id: named.id, url: named.url, by_hand: isProven ? 0 : 1 };
      const change = { ...found, error: null, code: null, retryable: 0, updated_at };
      return { change, logged: { settledByHand: true, platformPostId: named.id } };
    }
    const change = { error: 'marked by hand as not published', code: 'network_refused', retryable: 1, updated_at };
    // The network has nothing of the post, so a retry must not resume from a checkpoint.
    return { change: { ...change, checkpoint: null }, logged: { settledByHand: true } };
  }
}

function eventOf({ state }: TargetRow, published: string | false): TargetEvent {
  if (published === false) return 'deny';
  return state === 'failed' ? 'correct' : 'confirm';
}

interface Sendings {
  readonly steps: readonly PostStep[];
  /** Names of accounts, with their channels: a step has the name that its account had then. */
  readonly names: ReadonlyMap<string, string>;
}

/** Returns the instant at which a target was first sent, in this attempt or an earlier one; undefined when it never was. */
function firstSending(target: TargetRow, { steps, names }: Sendings): string | undefined {
  const { platform, part, account_name, channel, sent_at } = target;
  const isOfAccount = (name = account_name) => name === account_name || names.get(name ?? '') === channel;
  const own = steps.find(
    ({ platform: of, details }) => of === platform && (details.part ?? 1) === part && isOfAccount(details.target),
  );
  return own?.at ?? sent_at ?? undefined;
}

/** Finds the target that the user means: an unknown one, else a failed one that was sent. */
function targetInDoubt({ post, targets }: PostWithTargets, sendings: Sendings, resolution: Resolution): TargetRow {
  const { target: asked, part, published } = resolution;
  const named = targets.filter((one) => one.target === asked && (part ?? one.part) === one.part);
  const unknown = named.filter(({ state }) => state === 'unknown');
  const wasSent = (one: TargetRow) => firstSending(one, sendings) !== undefined;
  const denied = named.filter((one) => one.state === 'failed' && wasSent(one) && published !== false);
  const [target, ...others] = unknown.length > 0 ? unknown : denied;
  if (!target && named.some(({ state }) => state === 'sending')) {
    throw new AppError('conflict', `${asked} is being sent now; look again when this has ended`);
  }
  if (!target) {
    const of = part === undefined ? asked : `${nameOfPart(post, { target: asked, part })} of ${asked}`;
    const message = `${of} has no unknown outcome, and no failed part that was sent; there is nothing to resolve`;
    throw new AppError('conflict', message);
  }
  if (others.length > 0) {
    // Requires the number: a call that is repeated after a lost answer must not end the next part.
    const parts = [target, ...others].map((one) => one.part).join(', ');
    throw new AppError('conflict', `Several parts of ${asked} are ${target.state} (${parts}); name one with part`);
  }
  return target;
}
