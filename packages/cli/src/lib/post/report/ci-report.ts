import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import type { Schema } from '@social/sdk';
import type { Context } from '../../context.ts';
import type { FailureReport } from '../../errors.ts';
import { asOnePost, type RunResult } from '../key/replayed.ts';
import { summaryOfFailure, summaryOfLaterFailure, summaryOfPost } from './ci-summary.ts';
import { shownPost } from './result.ts';

/** What became of a run: a post, or a dry run's answer without an id, or a failure. */
export type RunEnd = RunResult | { readonly failure: FailureReport };

/** Tells the CI what happened, where it has named files for it: `GITHUB_STEP_SUMMARY` and `GITHUB_OUTPUT`. */
export async function reportToCi(context: Context, end: RunEnd): Promise<void> {
  const summary = 'post' in end ? summaryOfPosts(end) : summaryOfFailure(end.failure);
  await tellCi(context, 'GITHUB_STEP_SUMMARY', summary);
  await tellCi(context, 'GITHUB_OUTPUT', outputLines(await outputsOf(end)));
}

function summaryOfPosts(end: RunResult): string {
  const { post, spent } = end;
  const { earlier = [], failure } = 'earlier' in end ? end : {};
  const parts = [...earlier.map((one) => summaryOfPost(one, 0)), summaryOfPost(post, spent)];
  return [...parts, ...(failure ? [summaryOfLaterFailure(failure)] : [])].join('');
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

async function outputsOf(end: RunEnd): Promise<Record<string, string>> {
  if (!('post' in end)) {
    const { code, message, requestId, isUncertain } = end.failure;
    const json = JSON.stringify({ error: { code, message, requestId: requestId ?? null } });
    return { 'post-id': '', status: isUncertain ? 'unknown' : 'error', json, published: '', failed: '' };
  }
  const all = await asOnePost(end);
  const results = Object.entries(all.platformResults);
  const named = (holds: (result: Schema<'PlatformResult'>) => boolean) =>
    results.flatMap(([platform, result]) => (holds(result) ? [platform] : [])).join(',');
  return {
    'post-id': end.post.id ?? '',
    status: all.outcome,
    json: JSON.stringify(shownPost(end)),
    published: named(({ state }) => state === 'published'),
    failed: named(({ state }) => ['failed', 'missed', 'canceled', 'problem'].includes(state)),
  };
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
