import { SocialApiError } from '@social/sdk';
import { EXIT, exitCodeOf } from '../../../lib/exit-codes.ts';
import { failureOfCheck } from '../../../lib/failure.ts';
import { checkMany, type Run } from '../../../lib/post/batch/check-many.ts';
import { findingsOf, type Plan, planSent } from '../../../lib/post/batch/plan.ts';
import { leftOutFailure, leftOutOf } from '../../../lib/post/left-out.ts';
import type { Post, Preview } from '../../../lib/post/post.ts';
import { localTime } from '../../../lib/text/time.ts';
import type { Problem } from '../files/problems.ts';
import { differencesTo } from './differences.ts';
import { findKnownPosts, findPostOf, type KnownPosts } from './found-post.ts';
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

/** A file whose post is to be checked before it is sent. */
interface Candidate {
  readonly wanted: WantedPost;
  readonly post: Post | undefined;
  readonly changes: readonly string[];
  readonly countedFrom: string | undefined;
}

/** Looks up the posts of files, and checks the posts that would be sent. Changes nothing. */
export async function planPosts(
  run: Run,
  wanted: readonly WantedPost[],
): Promise<readonly (FilePlan | readonly Problem[])[]> {
  const known = await findKnownPosts(run, wanted);
  const begun = wanted.map((one) => beginPlan(one, known, run.context.io.now()));
  const candidates = begun.filter((one): one is Candidate => 'countedFrom' in one);
  const checked = await checkMany(
    run,
    candidates.map((one) => one.wanted),
  );
  const results = new Map(candidates.map((one, index) => [one, checked[index]]));
  return begun.map((one) => ('countedFrom' in one ? planChecked(one, results.get(one)) : one));
}

/** Plans the action for a file as far as its post on the server decides it. */
function beginPlan(wanted: WantedPost, known: KnownPosts, now: Date): FilePlan | readonly Problem[] | Candidate {
  const found = findPostOf(wanted, known);
  if ('message' in found) return [found];
  const { post, countedFrom } = found;
  const { input, source } = wanted;
  const isLate = source.at instanceof Date && source.at.getTime() <= now.getTime() - LATE_MS;
  const changes = post ? differencesTo(post, input) : [];
  const skip = { wanted, action: 'skip', changes, cost: 0, ...(post && { post }) } as const;
  if (post && (post.status !== 'scheduled' || changes.length === 0 || post.held)) {
    const differ = changes.length > 0 ? `; differs from the file: ${changes.join(', ')}` : '';
    return countedBelow(planSent(post, skip, differ), countedFrom);
  }
  if (isLate) {
    const state = post ? `stays scheduled for ${localTime(post.scheduledFor ?? '')}` : 'is not published';
    const note = `its time has passed, so it ${state}; set another time`;
    return countedBelow({ ...skip, isLate, note }, countedFrom);
  }
  const leftOut = source.allowLeftOut ? '' : leftOutOf(wanted);
  if (leftOut === '') return { wanted, post, changes, countedFrom };
  const failure = leftOutFailure(leftOut, 'allowLeftOut: true');
  return { ...skip, note: failure.message, failure };
}

function countedBelow(plan: FilePlan, countedFrom: string | undefined): FilePlan {
  return countedFrom === undefined ? plan : { ...plan, note: `${plan.note}, counted from ${countedFrom}` };
}

/** Plans to send what was checked. @returns problems instead, where the file has to be changed */
function planChecked(
  { wanted, post, changes, countedFrom }: Candidate,
  checked: Preview | SocialApiError | undefined,
): FilePlan | readonly Problem[] {
  const { source } = wanted;
  const problem = (field: unknown, message: string): Problem => ({
    file: source.file,
    line: lineOfField(wanted, String(field ?? '')),
    message,
  });
  if (!checked || checked instanceof SocialApiError) {
    if (!checked || exitCodeOf(checked.code, checked.status) !== EXIT.usage) throw failureOfCheck(checked);
    return [problem(checked.details?.['field'], checked.message)];
  }
  const wrong = Object.values(checked.platformResults).filter(
    ({ state, code }) => state === 'problem' && exitCodeOf(code) === EXIT.usage,
  );
  if (wrong.length > 0)
    return wrong.map(({ error = 'it cannot be published' }) => problem(/^[\w.:[\]-]+(?=: )/.exec(error)?.[0], error));
  // Another repository may have a file with that name; a key names the post.
  const isOther = source.key === undefined && ['text', 'time'].every((change) => changes.includes(change));
  const note = [...(isOther ? [IS_OTHER] : []), ...findingsOf(checked)].join('; ');
  const action = post ? 'change' : 'create';
  const plan = { wanted, action, changes, note, cost: checked.credits, isOther, ...(post && { post }) } as const;
  return countedBelow(plan, countedFrom);
}

/** Line of the file that a field of the request comes from. */
function lineOfField({ source }: WantedPost, field: string): number {
  const [, platform] = /^overrides\.([\w:-]+)/.exec(field) ?? [];
  if (platform) return Object.hasOwn(source.texts, platform) ? source.lineOf('text', platform) : source.bodyLine;
  const [, list, index] = /^(media|thread|labels)(?:\[(\d+)\])?/.exec(field) ?? [];
  if (list) return source.lineOf(list, Number(index ?? 0));
  if (field === 'scheduledFor' || field === 'slot') return source.lineOf('at');
  return /^(platforms|profile|meta)/.test(field) ? source.lineOf(...field.split('.')) : source.bodyLine;
}
