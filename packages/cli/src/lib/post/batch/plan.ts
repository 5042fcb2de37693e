import { platformFacts, platformOf } from '@social/types';
import type { FailureReport } from '../../errors.ts';
import { localTime } from '../../text/time.ts';
import type { GivenPost } from '../input/given-post.ts';
import { failedPlatforms, type Post, type Preview } from '../post.ts';

/** One post of a batch. */
export interface Wanted extends GivenPost {
  /** Name for people: a file, or the address of an item. */
  readonly name: string;
  /** Idempotency key; stays the same when the file or item is edited. */
  readonly key: string;
  /** Key that several posts share: this one takes it in place of its own while no other one, by its source, has it. */
  readonly sharedKey?: string | undefined;
  /** Set for a post that is stored as a draft. */
  readonly isDraft?: boolean;
}

/** The planned action for a post of a batch, with the reason. */
export interface Plan<One extends Wanted = Wanted> {
  readonly wanted: One;
  readonly action: 'create' | 'change' | 'retry' | 'skip';
  /** The post that an earlier run made. */
  readonly post?: Post;
  /** Names of the parts in which what is wanted differs from that post. */
  readonly changes: readonly string[];
  readonly note: string;
  /** Credits that the action would cost. */
  readonly cost: number;
  /** Reason for which a post is left out though it was to be sent. */
  readonly failure?: FailureReport;
  /** Set when the time of the post has passed: publishing now would be too late. */
  readonly isLate?: boolean;
}

/** What a check found: the problem of each platform, and notes, such as on a file that it did not look at. */
export function findingsOf({ platformResults }: Preview): string[] {
  const problems = Object.entries(platformResults).flatMap(([platform, { ok, error = 'not ready' }]) =>
    ok ? [] : [`${platform}: ${error}`],
  );
  return [...problems, ...new Set(Object.values(platformResults).flatMap(({ note }) => note ?? []))];
}

/** Plans the action for a post that was sent: only platforms that definitely failed are sent again. */
export function planSent<One extends Wanted>(
  post: Post,
  skip: Pick<Plan<One>, 'wanted' | 'changes' | 'cost'> & { readonly action: 'skip' },
  differ = '',
): Plan<One> {
  const failed = failedPlatforms(post);
  if (post.status === 'published' && failed.length > 0) {
    const costs = failed.map((target) => {
      const { parts, comments = [] } = post.platformResults[target] ?? {};
      const failedParts = parts ? [...parts, ...comments].filter(({ ok }) => !ok).length : 1;
      return failedParts * platformFacts(platformOf(target)).costs.post;
    });
    const cost = costs.reduce((sum, one) => sum + one, 0);
    return { ...skip, post, action: 'retry', cost, note: `failed before: ${failed.join(', ')}${differ}` };
  }
  const held = post.held ? 'held since a backup was restored' : '';
  const state = post.status === 'scheduled' ? `scheduled for ${localTime(post.scheduledFor ?? '')}` : post.status;
  return { ...skip, post, note: `already ${held || state}${differ}` };
}
