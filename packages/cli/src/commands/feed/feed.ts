import { type Fit, findProfile } from '@social/post-input';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { describeFailure } from '../../lib/failure.ts';
import { startBatchProgress } from '../../lib/post/batch/batch-progress.ts';
import { type BatchOptions, runBatch } from '../../lib/post/batch/run-batch.ts';
import { parseTargets, resolveTargets } from '../../lib/post/input/targets.ts';
import { tellCi } from '../../lib/post/report/ci-report.ts';
import { summaryOfFailure } from '../../lib/post/report/ci-summary.ts';
import { parseDuration } from '../../lib/text/duration.ts';
import { countOf, oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';
import { type Choice, chooseItems, type LeftOut } from './choice/choose-items.ts';
import { DEFAULT_TEMPLATE, parseItemTemplate } from './choice/template.ts';
import { openFeedCache } from './feed-cache.ts';
import { fetchFeed, parseFeedUrl } from './fetch-feed.ts';
import { nameOf, planItems, planLeftOut } from './plan-items.ts';
import { readFeed } from './reading/read-feed.ts';

/** Span of time in which an item counts as new, and number of items of one run. */
const DEFAULT_SINCE = '24h';
const DEFAULT_MAX = 10;
/** Items that are named as left out, at most. */
const MAX_SHOWN = 100;

export interface FeedOptions extends BatchOptions {
  readonly to?: string[];
  readonly since?: string;
  readonly max?: number;
  readonly template?: string;
  readonly fit?: Fit;
  readonly at?: 'next';
  readonly media?: boolean;
  readonly copyMedia?: boolean;
  readonly allowLeftOut?: boolean;
  readonly draft?: boolean;
}

/** `social feed <url>`: publishes the new items of a feed, each once, however often it runs and where. */
export async function publishFeed(context: Context, given: string, options: FeedOptions): Promise<ExitCode> {
  try {
    return await publish(context, given, options);
  } catch (error) {
    await tellCi(context, 'GITHUB_STEP_SUMMARY', summaryOfFailure(describeFailure(error, context)));
    throw error;
  }
}

async function publish(context: Context, given: string, options: FeedOptions): Promise<ExitCode> {
  const { io, output } = context;
  const feedUrl = parseFeedUrl(given);
  const to = parseTargets(options.to ?? []);
  const template = parseItemTemplate(options.template ?? DEFAULT_TEMPLATE);
  const { since, max } = readLimits(io.now(), options);
  using progress = startBatchProgress(context);
  const client = await context.client();
  const named = await context.profile();
  const profile = await findProfile(client, named, io.signal);
  const { baseUrl } = await context.settings();
  const { platforms, typed } = await resolveTargets(context, to, profile.id);
  const { to: _, dryRun: isDryRun = false, yes: __, maxCredits: ___, ...choice } = options;
  const cache = openFeedCache(io, [feedUrl.href, baseUrl.value, profile.id, platforms, choice]);
  const fetched = await fetchFeed(context, feedUrl, isDryRun ? {} : await cache.read());
  if (fetched === null) {
    await output.note(`${feedUrl.href} has not changed since the last run, which left nothing to do`);
    await output.data([], () => 'Nothing to do.');
    return EXIT.done;
  }
  const items = readFeed(fetched.text, fetched.url);
  const chosen = chooseItems(items, io.now(), since);
  await describeChoice(context, items.length, chosen, since);
  const posts = {
    ...{ feedUrl, platforms, typed, profile, template, fit: options.fit, slot: options.at },
    ...{ withMedia: options.media === true, copyMedia: options.copyMedia === true, isDraft: options.draft === true },
    allowsLeftOut: options.allowLeftOut === true || options.draft === true,
  };
  const run = { context, client, progress };
  const { plans, left } = await planItems(run, { items: chosen.wanted, max, posts });
  progress.stop();
  if (left.length > 0) await output.note(`${countOf(left.length, 'more new item')} for the next run (--max ${max})`);
  const { undated, ahead, others, old } = chosen;
  if (isDryRun) {
    const leftOut = [...undated, ...ahead, ...others, ...left, ...old].slice(0, MAX_SHOWN);
    plans.push(...planLeftOut(leftOut, posts));
  } else await nameLeftOut(context, [...undated, ...ahead, ...others]);
  if (plans.length === 0) await output.data([], () => 'Nothing to do.');
  const exitCode = plans.length === 0 ? EXIT.done : await runBatch(run, { plans, noun: 'item', options });
  const isWhole = exitCode === EXIT.done && left.length === 0 && ahead.length === 0 && !isDryRun;
  if (isWhole) await cache.write(fetched);
  return exitCode;
}

/** Names the items that are left out, with the reasons. */
async function nameLeftOut({ output }: Context, leftOut: readonly LeftOut[]): Promise<void> {
  const shown = leftOut.slice(0, MAX_SHOWN).map(({ item, reason }) => `  ${oneLine(nameOf(item))}: ${oneLine(reason)}`);
  const more = leftOut.length - shown.length;
  if (more > 0) shown.push(`  and ${countOf(more, 'more item')}`);
  if (shown.length > 0) await output.note(`Left out:\n${shown.join('\n')}`);
}

/** @throws {CliError} exit code 2 for all items without a limit: a first run would publish a whole archive */
function readLimits(now: Date, { since = DEFAULT_SINCE, max }: FeedOptions) {
  if (since !== 'all') {
    return { since: new Date(now.getTime() - parseDuration(since, '--since')), max: max ?? DEFAULT_MAX };
  }
  if (max === undefined) {
    throw usageError('--since all needs --max: how many items may be published at most', 'Nothing was sent.');
  }
  return { since: undefined, max };
}

async function describeChoice(
  { output }: Context,
  count: number,
  { wanted, undated, ahead }: Choice,
  since: Date | undefined,
): Promise<void> {
  const span = since === undefined ? 'all of them are new' : `${wanted.length} since ${localTime(since.toISOString())}`;
  await output.note(`${countOf(count, 'item')}, ${span}`);
  if (undated.length > 0) {
    await output.note(
      `${countOf(undated.length, 'item')} without a date that can be read: --since all --max <n> publishes them`,
    );
  }
  if (ahead.length > 0) {
    await output.note(`${countOf(ahead.length, 'item')} with a date to come: a later run publishes them`);
  }
}
