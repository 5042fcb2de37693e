import { copyLines } from '@social/post-input';
import { countOf, oneLine } from '@social/post-input/report';
import type { Output, Schema } from '@social/sdk';

type Post = Output<'getPost'>;
type Result = Schema<'PlatformResult'>;

/** A post with its result on each platform, a line each. */
export function describePost(post: Post): string {
  const { id, status, outcome, platforms, platformResults, credits } = post;
  const name = `post ${id}`;
  if (status === 'scheduled') {
    return [...copyLines(post), `Scheduled for ${timeOf(post)}: ${platforms.join(', ')}; ${name}`].join('\n');
  }
  const results = Object.entries(platformResults);
  const published = results.filter(([, { ok }]) => ok).length;
  return [
    ...results.map(([platform, result]) => describeResult(platform, result)),
    `${outcome}: ${published} of ${platforms.length} published, ${countOf(credits, 'credit')}; ${name}`,
  ].join('\n');
}

/** The findings of a dry run, a line per platform. */
export function describeDryRun(checked: Schema<'PostPreview'>): string {
  const { platformResults, credits, available, slot } = checked;
  const lines = Object.entries(platformResults).map(
    ([platform, { state, characters, error, code, note, ...result }]) => {
      const length = characters && `${characters.count} of ${characters.max} ${characters.unit ?? 'characters'}`;
      const problem = error && `${error} (${code ?? 'failed'})`;
      return `${platform}: ${listOf([state, length, problem, note, countOf(result.credits, 'credit')])}`;
    },
  );
  const time = slot ? [`It would be scheduled for ${timeOf(checked)}.`] : [];
  return [...lines, ...time, `Nothing was sent. It would cost ${countOf(credits, 'credit')}; ${available} left.`].join(
    '\n',
  );
}

/** Time of a scheduled post, and whether the server chose it. */
function timeOf({ scheduledFor = '', slot }: Pick<Post, 'scheduledFor' | 'slot'>): string {
  return slot ? `${scheduledFor}, the next free slot` : scheduledFor;
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
