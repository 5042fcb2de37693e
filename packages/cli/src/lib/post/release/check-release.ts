import { findProfile } from '@social/post-input';
import type { Schema } from '@social/sdk';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { EXIT, exitCodeOf } from '../../exit-codes.ts';
import { indented, oneLine } from '../../text/terminal-text.ts';
import { dryRun, tooExpensive } from '../dry-run.ts';
import { type PostOptions, readPost } from '../input/given-post.ts';
import { parseTargets, resolveTargets } from '../input/targets.ts';
import { printDryRun } from '../report/result.ts';
import { openReleaseReader, settleRelease } from './find-release-posts.ts';
import { onlyFor } from './part-of-request.ts';

interface Limits {
  readonly maxCredits?: number | undefined;
  /** Set when a problem of some platforms is no error while another one is ready. */
  readonly continueOnPartial?: boolean | undefined;
}

/**
 * Checks whether a short text could be published: key, server, profile and accounts. Sends nothing.
 * @throws {CliError} with the problem of each platform
 */
export async function checkAccounts(
  context: Context,
  { to, continueOnPartial }: { readonly to: readonly string[] } & Limits,
): Promise<void> {
  const targets = parseTargets(to, 'to');
  const client = await context.client();
  const named = await context.profile();
  const profile = named === undefined ? undefined : await findProfile(client, named, context.io.signal);
  const { platforms } = await resolveTargets(context, targets, profile?.id);
  const input = { text: 'Release', platforms, profile: profile?.slug };
  refuseProblems(await dryRun(context, client, { input, files: new Map() }), { continueOnPartial });
}

/**
 * Checks what a run for the release would send, and prints its text and cost. Sends nothing.
 * @throws {CliError} with the problem of each platform
 */
export async function checkRelease(context: Context, options: PostOptions, limits: Limits): Promise<void> {
  const read = await readPost(context, undefined, options);
  if (!('release' in read)) throw new Error('a release has an identity');
  const client = await context.client();
  const given = await settleRelease(context, client, read);
  const { missing, posts } = await openReleaseReader(context, client, given).read();
  const { title } = given.release;
  if (missing.length === 0) {
    await context.output.note(
      `${title} was sent to ${given.input.platforms.join(', ')} before; at most what failed would be sent again`,
    );
    return;
  }
  const input = await onlyFor(context, client, { given, platforms: missing });
  const preview = await dryRun(context, client, { ...given, input });
  await context.output.note(`The text of ${title}:\n${indented(input.text)}`);
  await printDryRun(context, preview, input.overrides);
  const { maxCredits } = limits;
  if (maxCredits !== undefined && preview.credits > maxCredits) throw tooExpensive(preview.credits, maxCredits);
  // With earlier posts, the release is published in part whatever the missing platforms have.
  if (!limits.continueOnPartial || posts.length === 0) refuseProblems(preview, limits);
}

function refuseProblems({ platformResults }: Schema<'PostPreview'>, { continueOnPartial }: Limits): void {
  const results = Object.entries(platformResults);
  const problems = results.filter(([, { ok }]) => !ok);
  if (problems.length === 0 || (continueOnPartial && problems.length < results.length)) return;
  const [, { code } = {}] = problems[0] ?? [];
  throw new CliError({
    exitCode: code === undefined ? EXIT.failed : exitCodeOf(code),
    code: code ?? 'failed',
    message: problems.map(([platform, { error }]) => `${platform}: ${oneLine(error ?? 'not ready')}`).join('\n'),
    hints: ['Nothing was sent.'],
  });
}
