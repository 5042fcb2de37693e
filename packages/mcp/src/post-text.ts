import type { Output, Schema } from '@social/sdk';
import { countOf, oneLine } from './report.ts';

type Post = Output<'getPost'>;
type Result = Schema<'PlatformResult'>;

/** A post with its result on each platform, a line each. */
export function describePost({ id, status, outcome, scheduledFor, platforms, platformResults, credits }: Post): string {
  const name = `post ${id}`;
  if (status === 'scheduled') return `Scheduled for ${scheduledFor}: ${platforms.join(', ')}; ${name}`;
  const results = Object.entries(platformResults);
  const published = results.filter(([, { ok }]) => ok).length;
  return [
    ...results.map(([platform, result]) => describeResult(platform, result)),
    `${outcome}: ${published} of ${platforms.length} published, ${countOf(credits, 'credit')}; ${name}`,
  ].join('\n');
}

/** The findings of a dry run, a line per platform. */
export function describeDryRun({ platformResults, credits, available }: Schema<'PostPreview'>): string {
  const lines = Object.entries(platformResults).map(
    ([platform, { state, characters, error, code, note, ...result }]) => {
      const length = characters && `${characters.count} of ${characters.max} ${characters.unit ?? 'characters'}`;
      const problem = error && `${error} (${code ?? 'failed'})`;
      return `${platform}: ${listOf([state, length, problem, note, countOf(result.credits, 'credit')])}`;
    },
  );
  return [...lines, `Nothing was sent. It would cost ${countOf(credits, 'credit')}; ${available} left.`].join('\n');
}

function describeResult(platform: string, result: Result): string {
  const { state, account, url, error, code, note, credits, ok } = result;
  const problem = ok || error === undefined ? undefined : `${error} (${code ?? 'failed'})`;
  const parts = [state, account, countOf(credits, 'credit'), problem, note, ok ? url : undefined, nextStep(result)];
  return `${platform}: ${listOf(parts)}`;
}

function nextStep({ ok, state, retryable, nextAttemptAt }: Result): string | undefined {
  if (ok) return undefined;
  if (state === 'unknown')
    return 'it may be published: do not send it again; a person has to look, then use `social post resolve`';
  if (nextAttemptAt !== undefined) return `it is sent again automatically at ${nextAttemptAt}`;
  if (state === 'sending') return 'look again with get_post';
  return state === 'failed' && retryable ? 'retry_post sends it again' : undefined;
}

function listOf(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && part !== '')
    .map((part) => oneLine(part ?? ''))
    .join(', ');
}
