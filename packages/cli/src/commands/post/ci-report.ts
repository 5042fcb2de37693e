import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import type { Output, Schema } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import type { FailureReport } from '../../lib/errors.ts';
import { summaryOfFailure, summaryOfPost } from './ci-summary.ts';
import { asOnePost, type Continued } from './replayed.ts';
import { isTooDear } from './result.ts';

type Post = Output<'createPost'>;

/** What became of a run: a post, or a dry run's answer without an id, or a failure. */
export type RunEnd = Continued | { readonly failure: FailureReport };

/** Tells the CI what happened, where it has named files for it: `GITHUB_STEP_SUMMARY` and `GITHUB_OUTPUT`. */
export async function reportToCi(context: Context, end: RunEnd): Promise<void> {
  const summary = 'post' in end ? summaryOfPosts(end) : summaryOfFailure(end.failure);
  await tellCi(context, 'GITHUB_STEP_SUMMARY', summary);
  await tellCi(context, 'GITHUB_OUTPUT', outputLines(outputsOf(end)));
}

function summaryOfPosts({ post, spent, earlier = [] }: Continued): string {
  return [...earlier.map((one) => summaryOfPost(one, 0)), summaryOfPost(post, spent)].join('');
}

/** Adds text to a file of the CI, where the variable names one. The API key is never part of it. */
export async function tellCi(
  context: Context,
  variable: 'GITHUB_STEP_SUMMARY' | 'GITHUB_OUTPUT',
  text: string,
): Promise<void> {
  const path = context.io.env[variable];
  if (!path) return;
  const { apiKey } = await context.settings().catch(() => ({ apiKey: { value: undefined } }));
  try {
    // Whatever an error or a network says: these files are shown.
    await appendFile(path, apiKey.value ? text.replaceAll(apiKey.value, '***') : text);
  } catch (error) {
    // What was published is published.
    await context.output.note(`Warning: cannot write ${path} (${(error as NodeJS.ErrnoException).code})`);
  }
}

function outputsOf(end: RunEnd): Record<string, string> {
  if ('failure' in end) {
    const { code, message, requestId, isUncertain } = end.failure;
    const json = JSON.stringify({ error: { code, message, requestId: requestId ?? null } });
    return { 'post-id': '', status: isUncertain ? 'unknown' : 'error', json, published: '', failed: '' };
  }
  const all = asOnePost(end);
  const results = Object.entries(all.platformResults);
  const named = (holds: (result: Schema<'PlatformResult'>) => boolean) =>
    results.flatMap(([platform, result]) => (holds(result) ? [platform] : [])).join(',');
  return {
    'post-id': end.post.id ?? '',
    status: outcomeOf(all),
    json: JSON.stringify(end.post),
    published: named(({ state }) => state === 'published'),
    failed: named(({ state }) => ['failed', 'missed', 'canceled', 'problem'].includes(state)),
  };
}

/** The post in one word: its own status says only that every platform has its result. */
function outcomeOf(post: Post): string {
  const { id, status, platformResults } = post;
  const results = Object.values(platformResults);
  if (id === null) return results.every(({ state }) => state === 'ready') && !isTooDear(post) ? 'ready' : 'problem';
  if (status !== 'published') return status;
  if (results.some(({ state }) => state === 'unknown')) return 'unknown';
  if (results.every(({ ok }) => ok)) return 'published';
  return results.some(({ ok }) => ok) ? 'partial' : 'failed';
}

/**
 * With a delimiter that no text can hold by chance or on purpose.
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#multiline-strings (read 2026-11-21)
 */
function outputLines(outputs: Readonly<Record<string, string>>): string {
  const entries = Object.entries(outputs).map(([name, value]) => {
    const delimiter = `end-${randomUUID()}`;
    return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
  });
  return entries.join('');
}
