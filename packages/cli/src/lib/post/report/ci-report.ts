import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import type { Schema } from '@social/sdk';
import type { Context } from '../../context.ts';
import type { FailureReport } from '../../errors.ts';
import { asOnePost, type PostResult, type RunResult } from '../continue-post.ts';
import { summaryOfDraft, summaryOfFailure, summaryOfLaterFailure, summaryOfPost } from './ci-summary.ts';
import { shownPost } from './result.ts';

/** The end of a run: a post, a draft, the answer of a dry run, or a failure. */
export type RunEnd = RunResult | { readonly failure: FailureReport };

/** Reports a run to the CI, in the files that `GITHUB_STEP_SUMMARY` and `GITHUB_OUTPUT` name. */
export async function reportToCi(context: Context, end: RunEnd): Promise<void> {
  const summary =
    'post' in end ? summaryOfPosts(end) : 'draft' in end ? summaryOfDraft(end.draft) : summaryOfFailure(end.failure);
  await tellCi(context, 'GITHUB_STEP_SUMMARY', summary);
  await tellCi(context, 'GITHUB_OUTPUT', outputLines(await outputsOf(end)));
}

function summaryOfPosts(end: PostResult): string {
  const { post, spent } = end;
  const { earlier = [], failure, leftOut } = 'earlier' in end ? end : {};
  const parts = [...earlier.map((one) => summaryOfPost(one, 0)), summaryOfPost(post, spent, leftOut)];
  return [...parts, ...(failure ? [summaryOfLaterFailure(failure)] : [])].join('');
}

/** Appends text to the file that the variable names, if it is set. Removes the API key from the text. */
export async function tellCi(
  context: Context,
  variable: 'GITHUB_STEP_SUMMARY' | 'GITHUB_OUTPUT',
  text: string,
): Promise<void> {
  const path = context.io.env[variable];
  if (!path) return;
  const { apiKey } = await context.settings().catch(() => ({ apiKey: { value: undefined } }));
  try {
    // These files are shown, and errors may quote the key.
    await appendFile(path, apiKey.value ? text.replaceAll(apiKey.value, '***') : text);
  } catch (error) {
    // The post is published even if the report is not.
    await context.output.note(`Warning: cannot write ${path} (${(error as NodeJS.ErrnoException).code})`);
  }
}

async function outputsOf(end: RunEnd): Promise<Record<string, string>> {
  if ('draft' in end) {
    const json = JSON.stringify(end.draft);
    return { 'post-id': end.draft.postId ?? '', status: 'draft', json, published: '', failed: '', url: end.draft.url };
  }
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
 * Lines of GITHUB_OUTPUT, with a delimiter that no text can contain by chance or on purpose.
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#multiline-strings (read 2026-11-21)
 */
function outputLines(outputs: Readonly<Record<string, string>>): string {
  const entries = Object.entries(outputs).map(([name, value]) => {
    const delimiter = `end-${randomUUID()}`;
    return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
  });
  return entries.join('');
}
