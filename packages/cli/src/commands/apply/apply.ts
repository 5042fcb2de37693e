import { byNearness } from '@social/rules/nearest';
import type { SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { describeFailure } from '../../lib/failure.ts';
import { startBatchProgress } from '../../lib/post/batch/batch-progress.ts';
import { type BatchOptions, runBatch } from '../../lib/post/batch/run-batch.ts';
import { shortId } from '../../lib/post/post.ts';
import { tellCi } from '../../lib/post/report/ci-report.ts';
import { summaryOfFailure } from '../../lib/post/report/ci-summary.ts';
import { mayAsk } from '../../lib/terminal/tty.ts';
import { quote } from '../../lib/text/terminal-text.ts';
import { findPostFiles } from './files/find-files.ts';
import { type PostFile, readPostFile } from './files/post-file.ts';
import { invalidFiles, type Problem } from './files/problems.ts';
import { describeOrphans, findOrphans, refuseRenamed } from './plan/orphans.ts';
import { type FilePlan, IS_OTHER, planPosts } from './plan/plan.ts';
import { type SourceOf, sourcesBelow } from './plan/post-source.ts';
import { readWantedPost, type WantedPost } from './plan/wanted-post.ts';

export interface ApplyOptions extends BatchOptions {
  readonly root?: string;
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
  const { output } = context;
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
  using progress = startBatchProgress(context);
  const client = await context.client();
  const wanted = await readWanted(context, client, read);
  const run = { context, client, progress };
  const plans = withoutProblems(await planPosts(run, wanted));
  progress.stop();
  const orphans = await findOrphans(context, client, { directories, plans });
  if (orphans.length > 0) await output.note(describeOrphans(orphans));
  refuseRenamed(plans, orphans);
  return await runBatch(run, {
    ...{ plans, noun: 'file', options },
    check: () => (options.yes || mayAsk(context) ? undefined : refuseOthers(plans)),
    notes: plans.filter(({ isOther }) => isOther).map(({ wanted, note }) => `${wanted.name}: ${note}`),
  });
}

/** Reads all things. @throws {CliError} with every problem of all of them */
async function all<One, Result extends object>(
  things: readonly One[],
  read: (thing: One) => Promise<Result | readonly Problem[]>,
  known: readonly Problem[],
): Promise<Result[]> {
  const results: (Result | readonly Problem[])[] = [];
  for (const thing of things) results.push(await read(thing));
  return withoutProblems([known, ...results]);
}

/** Leaves results without problems. @throws {CliError} with every problem of all of them */
function withoutProblems<Result extends object>(given: readonly (Result | readonly Problem[])[]): Result[] {
  const problems: Problem[] = [];
  const results: Result[] = [];
  for (const one of given) {
    if (Array.isArray(one)) problems.push(...(one as readonly Problem[]));
    else results.push(one as Result);
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
function refuseOthers(plans: readonly FilePlan[]): void {
  const problems = plans
    .filter(({ isOther }) => isOther)
    .map(({ wanted, post }) => {
      const advice = 'if the file was edited, confirm with --yes; if not, give it a `key` or use --root';
      return { file: wanted.source.file, line: 1, message: `${IS_OTHER}; ${advice} (post ${shortId(post?.id ?? '')})` };
    });
  if (problems.length > 0) throw invalidFiles(problems);
}
