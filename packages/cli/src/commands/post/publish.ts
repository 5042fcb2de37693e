import { nearest } from '@social/rules/nearest';
import type { Context } from '../../lib/context.ts';
import { storeDraft } from '../../lib/draft/store-draft.ts';
import { usageError } from '../../lib/errors.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { describeFailure } from '../../lib/failure.ts';
import { checkFirst, type SendOptions, tellLeftOut, tellRefused } from '../../lib/post/check-first.ts';
import { asOnePost, type RunResult } from '../../lib/post/continue-post.ts';
import { tooExpensive } from '../../lib/post/dry-run.ts';
import { type PostOptions, readPost } from '../../lib/post/input/given-post.ts';
import { confirmLeftOut, refuseLeftOut } from '../../lib/post/left-out.ts';
import { checkReleaseFirst } from '../../lib/post/release/check-release-first.ts';
import { draftRelease } from '../../lib/post/release/draft-release.ts';
import { openReleaseReader, settleRelease } from '../../lib/post/release/find-release-posts.ts';
import { publishRelease } from '../../lib/post/release/release-posts.ts';
import { reportToCi } from '../../lib/post/report/ci-report.ts';
import { exitCodeOfPost } from '../../lib/post/report/result.ts';
import { checkPost, printEnd, sendPost } from '../../lib/post/send-post.ts';
import { mayAsk } from '../../lib/terminal/tty.ts';
import { quote } from '../../lib/text/terminal-text.ts';
import { VERBS } from './verbs.ts';

interface PublishOptions extends PostOptions, SendOptions {
  readonly dryRun?: boolean;
}

/** `social post [text]`: publishes, schedules, or with `--dry-run` only checks; with `--draft` stores it for somebody to approve. */
export async function publishPost(
  context: Context,
  argument: string | undefined,
  options: PublishOptions,
): Promise<ExitCode> {
  const { fitMedia, ...others } = options;
  // Commander sets an option that begins with --no- when it is not given.
  const isBare = argument === undefined && fitMedia && Object.keys(others).length === 0;
  if (isBare && mayAsk(context)) {
    return (await import('./ask.ts')).askPost(context);
  }
  return (await publishAndReport(context, argument, options)).exitCode;
}

/** Publishes what was given, and reports the run to the CI. */
export async function publishAndReport(
  context: Context,
  argument: string | undefined,
  options: PublishOptions,
): Promise<{ readonly end: RunResult; readonly exitCode: ExitCode }> {
  let end: RunResult;
  try {
    end = await publishOrCheck(context, argument, options);
  } catch (error) {
    await reportToCi(context, { failure: describeFailure(error, context) });
    throw error;
  }
  await reportToCi(context, end);
  if ('draft' in end) return { end, exitCode: EXIT.done };
  const failure = 'failure' in end ? end.failure : undefined;
  const isPartial = 'leftOut' in end && Object.keys(end.leftOut ?? {}).length > 0;
  const codeOfPost = exitCodeOfPost(await asOnePost(end));
  // A scheduled post has not failed yet, and lacks a platform.
  const exitCode = failure?.exitCode ?? (isPartial && codeOfPost === EXIT.done ? EXIT.someFailed : codeOfPost);
  if (exitCode !== EXIT.someFailed || !options.continueOnPartial) return { end, exitCode };
  await context.output.note('Some platforms failed; with --continue-on-partial that is not an error');
  return { end, exitCode: EXIT.done };
}

/**
 * Publishes the post or release that was given; with `--dry-run` only checks it, with `--draft` only stores it. Sends nothing when
 * a platform has a problem, unless the others may be sent to: the result is then that of the check.
 */
async function publishOrCheck(
  context: Context,
  argument: string | undefined,
  options: PublishOptions,
): Promise<RunResult> {
  if (options.to === undefined && !context.argv.includes('--')) checkNoVerb(argument);
  const read = await readPost(context, argument, options);
  const client = await context.client();
  const given = 'release' in read ? await settleRelease(context, client, read) : read;
  const { maxCredits } = options;
  if (options.dryRun) {
    const post = await checkPost(context, client, given);
    if (!options.draft) refuseLeftOut(context, given, options.allowLeftOut);
    if (maxCredits !== undefined && post.credits > maxCredits) throw tooExpensive(post.credits, maxCredits);
    return { post, spent: 0 };
  }
  if (!options.draft) await confirmLeftOut(context, given, options.allowLeftOut);
  if ('release' in given) {
    const reader = openReleaseReader(context, client, given);
    const checked = await checkReleaseFirst(context, client, { given, reader, options });
    if ('refused' in checked) return await tellRefused(context, checked);
    if (options.draft) return await draftRelease(context, client, { given, reader });
    const { leftOut } = checked;
    await tellLeftOut(context, leftOut, checked.others);
    const begun = await publishRelease(context, client, { given, reader, ...checked });
    return await printEnd(context, client, { ...begun, wanted: given.input.platforms, leftOut });
  }
  const checked = await checkFirst(context, client, given, options);
  if ('refused' in checked) return await tellRefused(context, checked);
  const { leftOut, given: sent } = checked;
  if (options.draft) return await storeDraft(context, client, sent, sent.key);
  const otherKey = options.key === undefined ? '' : ' and another --key';
  await tellLeftOut(context, leftOut, ` with --to ${Object.keys(leftOut).join(',')}${otherKey}`);
  return await sendPost(context, client, sent, leftOut);
}

/** Refuses a mistyped verb, which commander takes for a text. @throws {CliError} for a word that is nearly a verb */
function checkNoVerb(argument: string | undefined): void {
  const meant = argument === undefined || /\s/.test(argument) ? undefined : nearest(argument, VERBS);
  if (meant === undefined) return;
  throw usageError(
    `${quote(argument)} is not a command of post: did you mean ${meant}?`,
    'To publish it as a text, say where: --to profnet,microblog',
  );
}
