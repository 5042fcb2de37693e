import { byNearness } from '@social/rules/nearest';
import type { SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { CliError, usageError } from '../../lib/errors.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { describeFailure } from '../../lib/failure.ts';
import { tooExpensive } from '../../lib/post/dry-run.ts';
import { shortId } from '../../lib/post/post.ts';
import { tellCi } from '../../lib/post/report/ci-report.ts';
import { summaryOfFailure } from '../../lib/post/report/ci-summary.ts';
import { mayAsk, promptStreams } from '../../lib/terminal/tty.ts';
import { countOf, quote } from '../../lib/text/terminal-text.ts';
import { carryOut, type Outcome } from './carry-out.ts';
import { findPostFiles } from './files/find-files.ts';
import { type PostFile, readPostFile } from './files/post-file.ts';
import { invalidFiles, type Problem } from './files/problems.ts';
import { describeOrphans, findOrphans, refuseRenamed } from './plan/orphans.ts';
import { IS_OTHER, type Plan, planPost } from './plan/plan.ts';
import { type SourceOf, sourcesBelow } from './plan/post-source.ts';
import { readWantedPost, type WantedPost } from './plan/wanted-post.ts';
import { outcomeJson, outcomeSummary, outcomeTable, planJson, planSummary, planTable } from './tables.ts';

export interface ApplyOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly root?: string;
  readonly maxCredits?: number;
}

/** `social apply <paths>`: publishes, schedules and changes posts as their files say. Checks all files before it sends anything. */
export async function applyFiles(context: Context, paths: readonly string[], options: ApplyOptions): Promise<ExitCode> {
  try {
    return await apply(context, paths, options);
  } catch (error) {
    await tellCi(context, 'GITHUB_STEP_SUMMARY', summaryOfFailure(describeFailure(error, context)));
    throw error;
  }
}

async function apply(context: Context, paths: readonly string[], options: ApplyOptions): Promise<ExitCode> {
  const { io, output } = context;
  const { files, directories, problems } = await findPostFiles(paths, options.root);
  const read = await all(files, readPostFile, problems);
  if (read.length === 0) {
    await output.note(`No posts in ${paths.join(', ')}`);
    if (directories.length > 0) {
      const orphans = await findOrphans(context, await context.client(), { directories, plans: [] });
      if (orphans.length > 0) await output.note(describeOrphans(orphans));
    }
    await output.data([], () => 'Nothing to do.');
    return EXIT.done;
  }
  const client = await context.client();
  const wanted = await readWanted(context, client, read);
  const byKey = new Map(wanted.map((one) => [one.key, one]));
  const plans = await all(wanted, (one) => planPost(context, client, { wanted: one, byKey }), []);
  const cost = plans.reduce((sum, plan) => sum + plan.cost, 0);
  const { available } = (await client.usage.getUsage({}, { signal: io.signal })).credits;
  const orphans = await findOrphans(context, client, { directories, plans });
  if (orphans.length > 0) await output.note(describeOrphans(orphans));
  refuseRenamed(plans, orphans);
  const printPlan = () =>
    output.data(plans.map(planJson), (view) => planTable(plans, view, { now: io.now(), available }));
  if (options.dryRun) {
    await printPlan();
    await tellCi(context, 'GITHUB_STEP_SUMMARY', planSummary(plans));
  }
  if (options.maxCredits !== undefined && cost > options.maxCredits) throw tooExpensive(cost, options.maxCredits);
  if (!options.yes && !mayAsk(context)) refuseOthers(plans);
  refuseUnaffordable(plans, available, io.now());
  if (options.dryRun) return EXIT.done;
  if (!output.isJson) await printPlan();
  const open = plans.filter(({ action }) => action !== 'skip');
  if (open.length > 0 && !options.yes && mayAsk(context) && !(await isConfirmed(context, open))) {
    await output.note('Nothing was sent.');
    return EXIT.interrupted;
  }
  const outcomes = await carryOut(context, client, plans);
  await output.data(outcomes.map(outcomeJson), (view) => outcomeTable(outcomes, view));
  await tellCi(context, 'GITHUB_STEP_SUMMARY', outcomeSummary(outcomes));
  await explain(context, outcomes);
  return worst(outcomes);
}

/** Reads all things. @throws {CliError} with every problem of all of them */
async function all<One, Result extends object>(
  things: readonly One[],
  read: (thing: One) => Promise<Result | readonly Problem[]>,
  known: readonly Problem[],
): Promise<Result[]> {
  const problems = [...known];
  const results: Result[] = [];
  for (const thing of things) {
    const result = await read(thing);
    if (Array.isArray(result)) problems.push(...(result as readonly Problem[]));
    else results.push(result as Result);
  }
  if (problems.length > 0) throw invalidFiles(problems);
  return results;
}

async function readWanted(context: Context, client: SocialClient, files: readonly PostFile[]): Promise<WantedPost[]> {
  const { profiles } = await client.profiles.listProfiles({}, { signal: context.io.signal });
  const common = await context.profile();
  const slugs = profiles.map(({ slug }) => slug);
  const seen = new Map<string, string>();
  const sources = new Map<string, SourceOf>();
  return await all(
    files,
    async (source) => {
      const name = source.profile ?? common;
      const profile = profiles.find(({ slug, id, isDefault }) =>
        name === undefined ? isDefault : [slug, id].includes(name),
      );
      if (!profile) {
        if (source.profile === undefined)
          throw usageError(`There is no profile ${quote(name)}`, `Profiles: ${slugs.join(', ')}`);
        const near = byNearness(source.profile, slugs, (slug) => slug).join(', ');
        return [
          {
            file: source.file,
            line: source.lineOf('profile'),
            message: `there is no profile ${source.profile}; there are: ${near}`,
          },
        ];
      }
      const sourceOf = sources.get(source.top) ?? (await sourcesBelow(context.io, source.top));
      sources.set(source.top, sourceOf);
      const wanted = await readWantedPost(context, source, profile, sourceOf(source.name));
      if (!('key' in wanted)) return wanted;
      const other = seen.get(wanted.key);
      seen.set(wanted.key, source.file);
      if (other === undefined) return wanted;
      return [{ file: source.file, line: source.lineOf('key'), message: `${other} has the same key` }];
    },
    [],
  );
}

/** Refuses posts that may belong to another directory, where no one can be asked. */
function refuseOthers(plans: readonly Plan[]): void {
  const problems = plans
    .filter(({ isOther }) => isOther)
    .map(({ wanted, post }) => {
      const advice = 'if the file was edited, confirm with --yes; if not, give it a `key` or use --root';
      return { file: wanted.source.file, line: 1, message: `${IS_OTHER}; ${advice} (post ${shortId(post?.id ?? '')})` };
    });
  if (problems.length > 0) throw invalidFiles(problems);
}

/** Refuses to send only part of a directory for lack of credits. Scheduled posts are paid when their time comes. */
function refuseUnaffordable(plans: readonly Plan[], available: number, now: Date): void {
  const needed = plans
    .filter(
      ({ action, wanted }) => action === 'retry' || !(Date.parse(wanted.input.scheduledFor ?? '') > now.getTime()),
    )
    .reduce((sum, { cost }) => sum + cost, 0);
  if (needed <= available) return;
  throw new CliError({
    exitCode: EXIT.creditsOrPlan,
    code: 'insufficient_credits',
    message: `The posts that are sent now need ${countOf(needed, 'credit')}; ${countOf(available, 'credit')} left`,
    hints: ['Nothing was sent.', 'See plan and credits with: social usage'],
  });
}

async function isConfirmed({ io, output }: Context, plans: readonly Plan[]): Promise<boolean> {
  // The table has no room for whole notes.
  for (const { wanted, note } of plans.filter(({ isOther }) => isOther))
    await output.note(`${wanted.source.file}: ${note}`);
  const { confirm } = await import('@inquirer/prompts');
  const cost = plans.reduce((sum, plan) => sum + plan.cost, 0);
  const message = `Continue with ${countOf(plans.length, 'file')} for ${countOf(cost, 'credit')}?`;
  // Pressing Enter alone never publishes.
  return await confirm({ message, default: false }, promptStreams(io));
}

/** Prints each failure and the next step. */
async function explain({ output }: Context, outcomes: readonly Outcome[]): Promise<void> {
  const failures = outcomes.filter(({ failure }) => failure);
  for (const { plan, failure } of failures) await output.note(`${plan.wanted.source.file}: ${failure?.message ?? ''}`);
  if (failures.length > 0 || outcomes.some(({ action }) => action === 'stopped')) {
    await output.note('Run the same command again: it publishes nothing twice.');
  }
}

/** Exit codes, the least urgent first. */
const SEVERITY: readonly ExitCode[] = [
  ...[EXIT.done, EXIT.someFailed, EXIT.rateLimited, EXIT.notSignedIn, EXIT.creditsOrPlan],
  ...[EXIT.usage, EXIT.failed, EXIT.outcomeUnknown, EXIT.interrupted],
];

function worst(outcomes: readonly Outcome[]): ExitCode {
  const severities = outcomes.map(({ exitCode }) => SEVERITY.indexOf(exitCode));
  return SEVERITY[Math.max(0, ...severities)] ?? EXIT.failed;
}
