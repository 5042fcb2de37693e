import { type Output, SocialApiError, type SocialClient } from '@social/sdk';
import { platformFacts } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { EXIT, exitCodeOf } from '../../lib/exit-codes.ts';
import { failedPlatforms } from '../../lib/post/key/replayed.ts';
import { dryRun } from '../../lib/post/max-credits.ts';
import { localTime } from '../../lib/text/time.ts';
import { differencesTo } from './differences.ts';
import { findPostOf } from './found-post.ts';
import type { Problem } from './problems.ts';
import type { WantedPost } from './wanted-post.ts';

type Post = Output<'getPost'>;

/** What is to be done about a file, and why. */
export interface Plan {
  readonly wanted: WantedPost;
  readonly action: 'create' | 'change' | 'retry' | 'skip';
  /** The post that the file has become already. */
  readonly post?: Post;
  /** In what the file is another than its post. */
  readonly changes: readonly string[];
  readonly note: string;
  /** Credits that it would cost. */
  readonly cost: number;
  /** The time of the file has passed, so that nobody expects it now. */
  readonly isLate?: boolean;
  /** Nothing says that the post is that of the file but the file's name. */
  readonly isOther?: boolean;
}

/** Said of a plan that `isOther`. */
export const IS_OTHER = "another post has this file's name: its text and time are both other";

/** As late as the server takes a time for now. */
const LATE_MS = 5 * 60_000;

/**
 * Looks what has become of a file, and checks what is to be sent of it. Changes nothing.
 * @param byKey all that the run is about
 */
export async function planPost(
  context: Context,
  client: SocialClient,
  { wanted, byKey }: { readonly wanted: WantedPost; readonly byKey: ReadonlyMap<string, WantedPost> },
): Promise<Plan | readonly Problem[]> {
  const found = await findPostOf(context, client, { wanted, byKey });
  if ('message' in found) return [found];
  const { post, countedFrom } = found;
  const plan = await planFound(context, client, { wanted, post });
  if (countedFrom === undefined || !('note' in plan)) return plan;
  return { ...plan, note: `${plan.note}, counted from ${countedFrom}` };
}

/** @param post what the file has become already */
async function planFound(
  context: Context,
  client: SocialClient,
  { wanted, post }: { readonly wanted: WantedPost; readonly post: Post | undefined },
): Promise<Plan | readonly Problem[]> {
  const { input, source } = wanted;
  const isLate = source.at !== undefined && source.at.getTime() <= context.io.now().getTime() - LATE_MS;
  const changes = post ? differencesTo(post, input) : [];
  const skip = { wanted, action: 'skip', changes, cost: 0, ...(post && { post }) } as const;
  if (post && (post.status !== 'scheduled' || changes.length === 0 || post.held)) return planSent(post, skip);
  if (isLate) {
    const state = post ? `stays scheduled for ${localTime(post.scheduledFor ?? '')}` : 'is not published';
    return { ...skip, isLate, note: `its time has passed, so that it ${state}; give it another` };
  }
  const checked = await check(context, client, wanted);
  if (!('credits' in checked)) return checked;
  const unready = Object.entries(checked.platformResults).filter(([, result]) => !result.ok);
  const problems = unready.map(([platform, { error = 'not ready' }]) => `${platform}: ${error}`);
  // Another repository may have a file of that name. Who gave a key has named the post.
  const isOther = source.key === undefined && ['text', 'time'].every((change) => changes.includes(change));
  const note = [...(isOther ? [IS_OTHER] : []), ...problems].join('; ');
  return { ...skip, action: post ? 'change' : 'create', note, cost: checked.credits, isOther };
}

/** Of what was sent, only what definitely failed is sent again. */
function planSent(post: Post, skip: Pick<Plan, 'wanted' | 'changes' | 'cost'> & { action: 'skip' }): Plan {
  const { changes } = skip;
  const differ = changes.length > 0 ? `; differs from the file: ${changes.join(', ')}` : '';
  const failed = failedPlatforms(post);
  if (post.status === 'published' && failed.length > 0) {
    const costs = failed.map((platform) => {
      const parts = post.platformResults[platform]?.parts?.filter(({ ok }) => !ok).length ?? 1;
      return parts * platformFacts(platform).costs.post;
    });
    const cost = costs.reduce((sum, one) => sum + one, 0);
    return { ...skip, post, action: 'retry', cost, note: `failed before: ${failed.join(', ')}${differ}` };
  }
  const held = post.held ? 'held since a backup was restored' : '';
  const state = post.status === 'scheduled' ? `scheduled for ${localTime(post.scheduledFor ?? '')}` : post.status;
  return { ...skip, post, note: `already ${held || state}${differ}` };
}

async function check(
  context: Context,
  client: SocialClient,
  wanted: WantedPost,
): Promise<Output<'createPost'> | readonly Problem[]> {
  const { source } = wanted;
  const problem = (field: unknown, message: string): Problem => ({
    file: source.file,
    line: lineOfField(wanted, String(field ?? '')),
    message,
  });
  try {
    const checked = await dryRun(context, client, wanted);
    const wrong = Object.values(checked.platformResults).filter(
      ({ state, code }) => state === 'problem' && exitCodeOf(code) === EXIT.usage,
    );
    if (wrong.length === 0) return checked;
    return wrong.map(({ error = 'it cannot be published' }) => problem(/^[\w.[\]]+(?=:)/.exec(error)?.[0], error));
  } catch (error) {
    if (!(error instanceof SocialApiError) || exitCodeOf(error.code, error.status) !== EXIT.usage) throw error;
    return [problem(error.details?.['field'], error.message)];
  }
}

/** Where in the file a field of the request comes from. */
function lineOfField({ source }: WantedPost, field: string): number {
  const [, platform] = /^overrides\.(\w+)/.exec(field) ?? [];
  if (platform) return Object.hasOwn(source.texts, platform) ? source.lineOf('text', platform) : source.bodyLine;
  const [, list, index] = /^(media|thread)(?:\[(\d+)\])?/.exec(field) ?? [];
  if (list) return source.lineOf(list, Number(index ?? 0));
  if (field === 'scheduledFor') return source.lineOf('at');
  return /^(platforms|profile|meta)/.test(field) ? source.lineOf(...field.split('.')) : source.bodyLine;
}
