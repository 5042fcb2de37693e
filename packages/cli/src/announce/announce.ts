import type { Context } from '../lib/context.ts';
import { CliError, type FailureReport } from '../lib/errors.ts';
import { EXIT, type ExitCode } from '../lib/exit-codes.ts';
import type { RunResult } from '../lib/post/continue-post.ts';
import type { PostOptions } from '../lib/post/input/given-post.ts';
import { quoted } from '../lib/text/shell.ts';
import { AnnounceError } from './announce-error.ts';
import { inWordsOfOptions } from './option-words.ts';
import type { ReadOptions } from './options.ts';
import { ioOfTool, type ReleaseTool } from './tool-io.ts';

/** A release that a tool has made or is about to make. */
export interface MadeRelease {
  /** Version without `v`. */
  readonly version: string;
  /** Tag in git, for `{tag}`. */
  readonly tag: string;
  /** Notes in Markdown; may be empty. */
  readonly notes: string;
}

const NOTHING_SENT = 'Nothing was sent.';

/** Checks key, server, profile and accounts by a dry run of a short text. */
export async function checkSetup(options: ReadOptions, tool: ReleaseTool): Promise<void> {
  const check = async (context: Context) => {
    const { checkAccounts } = await import('../lib/post/release/check-release.ts');
    await checkAccounts(context, options);
  };
  await guard(options, tool, check, NOTHING_SENT);
}

/** Checks the text of a release, and prints what would be sent. */
export async function checkRelease(options: ReadOptions, tool: ReleaseTool, release: MadeRelease): Promise<void> {
  const check = async (context: Context) => {
    const { checkRelease: checkText } = await import('../lib/post/release/check-release.ts');
    await checkText(context, optionsOfPost(options, release), options);
  };
  await guard(options, tool, check, NOTHING_SENT);
}

/** Publishes the release or stores its draft, as `social post` does. */
export async function announceRelease(options: ReadOptions, tool: ReleaseTool, release: MadeRelease): Promise<void> {
  const { draft, continueOnPartial, maxCredits } = options;
  const announce = async (context: Context) => {
    const { publishAndReport } = await import('../commands/post/publish.ts');
    const { end, exitCode } = await publishAndReport(context, undefined, {
      ...optionsOfPost(options, release),
      ...(draft && { draft }),
      ...(continueOnPartial && { continueOnPartial }),
      ...(maxCredits !== undefined && { maxCredits }),
    });
    if (exitCode !== EXIT.done) throw new CliError(await reportOf(release, end, exitCode));
  };
  await guard(options, tool, announce, `To announce it later, and nowhere twice: ${commandOf(options, release)}`);
}

/** The command that announces the release with the notes of a changelog, under the same key. */
function commandOf(options: ReadOptions, { version }: MadeRelease): string {
  const { changelog, to, profile, fit, mentions, draft, continueOnPartial, maxCredits } = options;
  const words = ['social', 'post', '--file', changelog, '--section', version, '--to', to.join(',')];
  if (profile !== undefined) words.push('--profile', profile);
  if (fit !== undefined) words.push('--fit', fit);
  if (mentions) words.push('--mentions');
  if (continueOnPartial) words.push('--continue-on-partial');
  if (maxCredits !== undefined) words.push('--max-credits', String(maxCredits));
  return quoted([...words, ...(draft ? ['--draft'] : [])]);
}

function optionsOfPost(options: ReadOptions, { version, tag, notes }: MadeRelease): PostOptions {
  const { to, fit, template, mentions, changelog } = options;
  return {
    to,
    fitMedia: true,
    ...(fit !== undefined && { fit }),
    notes: { version, tag, markdown: notes, template, mentions, changelog },
  };
}

/**
 * Runs a step.
 * @param hint is added to the error of a failed step
 * @throws {AnnounceError} in the words of the options; only warns where `failOnError` is false
 */
async function guard(
  { failOnError, profile }: ReadOptions,
  tool: ReleaseTool,
  step: (context: Context) => Promise<void>,
  hint: string,
): Promise<void> {
  const { createContext } = await import('../lib/context.ts');
  const context = createContext(ioOfTool(tool), [], { output: 'text', ...(profile !== undefined && { profile }) });
  try {
    await step(context);
    await context.warnOfVersion();
  } catch (error) {
    const { describeFailure } = await import('../lib/failure.ts');
    const { code, message, hints } = describeFailure(error, context);
    const isSaid = [message, ...hints].some((line) => line.includes(hint.replace(/\.$/, '')));
    const lines = [...hints, ...(isSaid ? [] : [hint])].map(inWordsOfOptions);
    const failure = new AnnounceError(code, inWordsOfOptions(message), lines);
    if (failOnError) throw failure;
    for (const line of [failure.message, ...lines, 'The release goes on: failOnError is false']) tool.warn(line);
  }
}

/** The report of a run that did not publish everywhere. */
async function reportOf({ version }: MadeRelease, end: RunResult, exitCode: ExitCode): Promise<FailureReport> {
  const { asOnePost } = await import('../lib/post/continue-post.ts');
  const results = 'draft' in end ? [] : Object.entries((await asOnePost(end)).platformResults);
  const open = results.filter(([, { ok }]) => !ok);
  const hints = open.map(([platform, { state, error }]) => `${platform}: ${error ?? state}`);
  const report = { exitCode, hints };
  if ('post' in end && end.post.id === null) {
    return { exitCode, code: 'failed', message: `${version} was not published`, hints: [...hints, NOTHING_SENT] };
  }
  switch (exitCode) {
    case EXIT.someFailed:
      return { ...report, code: 'partial', message: `${version} was published, but not everywhere` };
    case EXIT.outcomeUnknown:
      return {
        ...report,
        code: 'outcome_unknown',
        message: `Whether ${version} was published everywhere is not known`,
      };
    default:
      return { ...report, code: 'failed', message: `${version} was not published` };
  }
}
