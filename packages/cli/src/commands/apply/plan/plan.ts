import { SocialApiError, type SocialClient } from '@social/sdk';
import type { Context } from '../../../lib/context.ts';
import { EXIT, exitCodeOf } from '../../../lib/exit-codes.ts';
import { type Plan, planSent } from '../../../lib/post/batch/plan.ts';
import { dryRun } from '../../../lib/post/dry-run.ts';
import { leftOutFailure, leftOutOf } from '../../../lib/post/left-out.ts';
import type { Post, Preview } from '../../../lib/post/post.ts';
import { localTime } from '../../../lib/text/time.ts';
import type { Problem } from '../files/problems.ts';
import { differencesTo } from './differences.ts';
import { findPostOf } from './found-post.ts';
import type { WantedPost } from './wanted-post.ts';

/** The planned action for a file. */
export interface FilePlan extends Plan<WantedPost> {
  /** Set when only the name of the file links it to the post. */
  readonly isOther?: boolean;
}

/** Note of a plan that `isOther`. */
export const IS_OTHER = "another post has this file's name; both its text and its time are different";

/** A time that passed at most this long ago still means now to the server. */
const LATE_MS = 5 * 60_000;

/**
 * Looks up the post of a file, and checks the post that would be sent. Changes nothing.
 * @param byKey all posts of the run
 */
export async function planPost(
  context: Context,
  client: SocialClient,
  { wanted, byKey }: { readonly wanted: WantedPost; readonly byKey: ReadonlyMap<string, WantedPost> },
): Promise<FilePlan | readonly Problem[]> {
  const found = await findPostOf(context, client, { wanted, byKey });
  if ('message' in found) return [found];
  const { post, countedFrom } = found;
  const plan = await planFound(context, client, { wanted, post });
  if (countedFrom === undefined || !('note' in plan)) return plan;
  return { ...plan, note: `${plan.note}, counted from ${countedFrom}` };
}

/** Plans the action for a file. @param post the post that an earlier run made of it */
async function planFound(
  context: Context,
  client: SocialClient,
  { wanted, post }: { readonly wanted: WantedPost; readonly post: Post | undefined },
): Promise<FilePlan | readonly Problem[]> {
  const { input, source } = wanted;
  const isLate = source.at instanceof Date && source.at.getTime() <= context.io.now().getTime() - LATE_MS;
  const changes = post ? differencesTo(post, input) : [];
  const skip = { wanted, action: 'skip', changes, cost: 0, ...(post && { post }) } as const;
  if (post && (post.status !== 'scheduled' || changes.length === 0 || post.held)) {
    return planSent(post, skip, changes.length > 0 ? `; differs from the file: ${changes.join(', ')}` : '');
  }
  if (isLate) {
    const state = post ? `stays scheduled for ${localTime(post.scheduledFor ?? '')}` : 'is not published';
    return { ...skip, isLate, note: `its time has passed, so it ${state}; set another time` };
  }
  const leftOut = source.allowLeftOut ? '' : leftOutOf(wanted);
  if (leftOut !== '') {
    const failure = leftOutFailure(leftOut, 'allowLeftOut: true');
    return { ...skip, note: failure.message, failure };
  }
  const checked = await check(context, client, wanted);
  if (!('credits' in checked)) return checked;
  const unready = Object.entries(checked.platformResults).filter(([, result]) => !result.ok);
  const problems = unready.map(([platform, { error = 'not ready' }]) => `${platform}: ${error}`);
  // Another repository may have a file with that name; a key names the post.
  const isOther = source.key === undefined && ['text', 'time'].every((change) => changes.includes(change));
  const note = [...(isOther ? [IS_OTHER] : []), ...problems].join('; ');
  return { ...skip, action: post ? 'change' : 'create', note, cost: checked.credits, isOther };
}

async function check(
  context: Context,
  client: SocialClient,
  wanted: WantedPost,
): Promise<Preview | readonly Problem[]> {
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

/** Line of the file that a field of the request comes from. */
function lineOfField({ source }: WantedPost, field: string): number {
  const [, platform] = /^overrides\.(\w+)/.exec(field) ?? [];
  if (platform) return Object.hasOwn(source.texts, platform) ? source.lineOf('text', platform) : source.bodyLine;
  const [, list, index] = /^(media|thread|labels)(?:\[(\d+)\])?/.exec(field) ?? [];
  if (list) return source.lineOf(list, Number(index ?? 0));
  if (field === 'scheduledFor' || field === 'slot') return source.lineOf('at');
  return /^(platforms|profile|meta)/.test(field) ? source.lineOf(...field.split('.')) : source.bodyLine;
}
