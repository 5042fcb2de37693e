import { type Draft, draftBehind, isDraft } from '@social/post-input';
import { type Input, SocialApiError, type SocialClient } from '@social/sdk';
import type { Context } from '../../context.ts';
import { CliError, type FailureReport } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { describeFailure } from '../../failure.ts';
import { sendStep, sendWithKey } from '../../server/send.ts';
import { retryFailed } from '../continue-post.ts';
import { withUploads } from '../input/media-files.ts';
import type { Post } from '../post.ts';
import { awaitResults } from '../report/await-results.ts';
import { exitCodeOfPost } from '../report/result.ts';
import type { Run } from './check-many.ts';
import type { Plan, Wanted } from './plan.ts';

/** The result of a run for one post. */
export interface Outcome {
  readonly plan: Plan;
  /** `stopped` when an earlier post ended the run. */
  readonly action: Plan['action'] | 'stopped';
  readonly post?: Post | undefined;
  readonly spent: number;
  readonly note: string;
  readonly failure?: FailureReport;
  readonly exitCode: ExitCode;
}

interface Done {
  /** The post as it was sent; left out where a draft was stored. */
  readonly post?: Post;
  readonly spent: number;
  readonly note?: string;
  readonly action?: Plan['action'];
  /** Source of the post or draft that has the key. */
  readonly source?: string | undefined;
}

/** Carries out the plans in their order. A post that fails does not stop the others; a server that cannot be reached does. */
export async function carryOut({ context, client, progress }: Run, plans: readonly Plan[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const total = plans.filter(isOpen).length;
  let done = 0;
  let isStopped = false;
  for (const plan of plans) {
    if (isOpen(plan)) await progress.tell('publishing', done++, total);
    if (isStopped) {
      outcomes.push({ plan, action: 'stopped', post: plan.post, spent: 0, note: 'not done', exitCode: EXIT.done });
      continue;
    }
    const outcome = await carryOutOne(context, client, plan);
    const { failure } = outcome;
    isStopped =
      failure !== undefined &&
      (failure.isUncertain === true || ['connection_failed', 'unauthorized', 'interrupted'].includes(failure.code));
    outcomes.push(outcome);
  }
  return outcomes;
}

/** Returns true for a plan that asks something of the server. */
export function isOpen({ action }: Plan): boolean {
  return action !== 'skip';
}

async function carryOutOne(context: Context, client: SocialClient, plan: Plan): Promise<Outcome> {
  const { action, post, note, failure } = plan;
  if (failure) return { plan, action, post, spent: 0, note, failure, exitCode: failure.exitCode };
  if (action === 'skip') {
    const exitCode = plan.isLate ? EXIT.failed : post ? exitCodeOfPost(post) : EXIT.done;
    return { plan, action, post, spent: 0, note, exitCode };
  }
  try {
    const done = await act(context, client, plan);
    const common = { plan, action: done.action ?? action, note: done.note ?? '' };
    if (!done.post) return { ...common, spent: 0, exitCode: EXIT.done };
    const settled = await awaitResults(context, client, done.post);
    const spent = done.spent + settled.credits - done.post.credits;
    return { ...common, post: settled, spent, exitCode: exitCodeOfPost(settled) };
  } catch (error) {
    const failure = describeFailure(error, context);
    return { plan, action, post, spent: 0, note: failure.message, failure, exitCode: failure.exitCode };
  }
}

async function act(context: Context, client: SocialClient, plan: Plan): Promise<Done> {
  const { wanted, post, action } = plan;
  const { name } = wanted;
  if (action === 'retry' && post) return await retryFailed(context, client, post);
  const move = action === 'change' && post ? moveOf(plan) : null;
  if (move && post) {
    return await unlessSent(context, client, post, () =>
      sendStep(context, `moving ${name} …`, (call) => client.posts.updatePost({ id: String(post.id), ...move }, call)),
    );
  }
  // Upload first: a file that cannot be uploaded must not cost the present post.
  const input = await withUploads(context, client, wanted.input, wanted.files);
  if (action === 'change' && post) {
    const canceled = await unlessSent(context, client, post, () =>
      sendStep(context, `replacing ${name} …`, (call) => client.posts.cancelPost({ id: String(post.id) }, call)),
    );
    if (canceled.action === 'skip') return canceled;
  }
  try {
    return await createUnderKey(context, client, { ...wanted, input });
  } catch (error) {
    if (action !== 'change') throw error;
    const report = describeFailure(error, context);
    const message = `${report.message}; its scheduled post was canceled, and the next run creates it again`;
    throw new CliError({ ...report, message });
  }
}

/** Returns what changes a scheduled post in its place; null where another post has to replace it. */
function moveOf({ changes, wanted: { input } }: Plan): Omit<Input<'updatePost'>, 'id'> | null {
  const { scheduledFor, copyMedia = false } = input;
  const isMoved = changes.includes('time');
  const others = changes.filter((change) => change !== 'time' && change !== 'copyMedia');
  if (others.length > 0 || (isMoved && scheduledFor === undefined)) return null;
  return { ...(isMoved && { scheduledFor }), ...(changes.includes('copyMedia') && { copyMedia }) };
}

/** Changes a scheduled post. A post that was sent since the plan was made stays as it is. */
async function unlessSent(
  context: Context,
  client: SocialClient,
  { id }: Post,
  change: () => Promise<{ readonly data: Post }>,
): Promise<Done> {
  try {
    return { post: (await change()).data, spent: 0 };
  } catch (error) {
    if (!(error instanceof SocialApiError) || error.code !== 'conflict') throw error;
    const post = await client.posts.getPost({ id: String(id) }, { signal: context.io.signal });
    return { post, spent: 0, action: 'skip', note: 'it was sent before it could be changed' };
  }
}

/** Creates a post or draft under the key that it shares with others, or under its own when another one has that. */
async function createUnderKey(context: Context, client: SocialClient, wanted: Wanted): Promise<Done> {
  const make = wanted.isDraft ? storeDraft : create;
  if (wanted.sharedKey !== undefined) {
    const done = await make(context, client, { ...wanted, key: wanted.sharedKey });
    if (done.source === wanted.input.source) return done;
  }
  return await make(context, client, wanted);
}

async function create(context: Context, client: SocialClient, { input, key, name }: Wanted): Promise<Done> {
  try {
    const sent = await sendWithKey(context, `publishing ${name} …`, key, (call) =>
      client.posts.createPost(input, call),
    );
    return { post: sent.data, source: sent.data.source, spent: sent.replayed ? 0 : sent.data.credits };
  } catch (error) {
    const id =
      error instanceof SocialApiError && error.code === 'idempotency_key_reused'
        ? error.details?.['postId']
        : undefined;
    if (typeof id !== 'string') throw error;
    const post = await client.posts.getPost({ id }, { signal: context.io.signal });
    return { post, source: post.source, spent: 0, action: 'skip', note: 'another run has published it meanwhile' };
  }
}

/** Stores a draft. One that waits, or the post that it has become, stays as it is. */
async function storeDraft(context: Context, client: SocialClient, { input, key, name }: Wanted): Promise<Done> {
  const { signal } = context.io;
  const waits = ({ url, source }: Draft): Done => ({
    spent: 0,
    source,
    action: 'skip',
    note: `already a draft: ${url}`,
  });
  try {
    const { data, replayed } = await sendWithKey(context, `storing ${name} …`, key, (call) =>
      client.posts.createPost({ ...input, draft: true }, call),
    );
    if (!isDraft(data)) {
      const post = await client.posts.getPost({ id: data.id }, { signal });
      return { post, source: post.source, spent: 0, action: 'skip' };
    }
    return replayed ? waits(data) : { spent: 0, source: data.source, note: `a draft: ${data.url}` };
  } catch (error) {
    const draftId = draftBehind(error);
    if (draftId === undefined) throw error;
    return waits(await client.drafts.getDraft({ draftId }, { signal }));
  }
}
