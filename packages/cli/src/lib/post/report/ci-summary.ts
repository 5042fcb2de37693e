import { type Draft, type LeftOut, problemsOf } from '@social/post-input';
import type { FailureReport } from '../../errors.ts';
import { countOf, oneLine } from '../../text/terminal-text.ts';
import { utcText } from '../../text/time.ts';
import { type Post, type Preview, type Result, shortId } from '../post.ts';
import { nextStep } from './result.ts';

/**
 * A post or a dry run as Markdown for the page of a CI job.
 * @param spent credits that this run has cost
 * @param leftOut findings for platforms that the run has left out, which are shown with the others
 */
export function summaryOfPost(post: Post | Preview, spent: number, leftOut: LeftOut = {}): string {
  const results = Object.entries(post.platformResults);
  const others = Object.entries(leftOut).map(([id, result]) => [id, { ...result, credits: 0 }] as const);
  const rows = [...results, ...others].map(([platform, result]) => [
    markdown(platform),
    markdown(result.account ?? ''),
    markdown(result.state),
    linkOf(result),
    String(result.credits),
  ]);
  const table = [['platform', 'account', 'state', 'link', 'credits'], ['---', '---', '---', '---', '---:'], ...rows];
  const steps = [
    ...results.flatMap(([platform, result]) => stepOf(platform, result, post.id ?? '')),
    // What retries the post does not reach a platform that it does not have.
    ...others.flatMap(([platform, result]) => stepOf(platform, result, '')),
  ];
  return [
    `### ${headlineOf(post, others.length)}`,
    ...(rows.length > 0 ? [table.map((row) => `| ${row.join(' | ')} |`).join('\n')] : []),
    totalOf(post, spent),
    ...(steps.length > 0 ? [steps.join('\n')] : []),
    '',
  ].join('\n\n');
}

/** A draft as Markdown for the page of a CI job, with the address on which it is approved. */
export function summaryOfDraft(draft: Draft): string {
  const steps = problemsOf(draft).map((problem) => `- ${markdown(problem)}`);
  const cost = draft.preview ? `Approved, it costs ${countOf(draft.preview.credits, 'credit')}. ` : '';
  return [
    '### Draft: nothing was sent yet',
    `${linkTo(draft.url, 'Approve it here') ?? 'Approve it in the dashboard'}, or with \`social draft approve ${shortId(draft.id)}\`.`,
    `${cost}For ${markdown(draft.platforms.join(', '))}.`,
    ...(steps.length > 0 ? [steps.join('\n')] : []),
    '',
  ].join('\n\n');
}

/** The summary of a run that ended with an error. */
export function summaryOfFailure({ message, hints, isUncertain = false }: FailureReport): string {
  const lines = hints.map((hint) => `- ${markdown(hint)}`);
  const headline = isUncertain ? '### It may have been published' : '### Not published';
  return [headline, markdown(message), ...(lines.length > 0 ? [lines.join('\n')] : []), ''].join('\n\n');
}

/** The summary of an error after something was sent. */
export function summaryOfLaterFailure({ message, exitCode }: FailureReport): string {
  return `Sending again what failed before ended with an error (exit code ${exitCode}): ${markdown(message)}\n\n`;
}

function headlineOf(post: Post | Preview, leftOut: number): string {
  const { id, status, outcome, scheduledFor, platforms, platformResults } = post;
  const published = Object.values(platformResults).filter(({ ok }) => ok).length;
  if (id === null) return outcome === 'ready' ? 'Dry run: nothing was sent' : 'Nothing was sent: there is a problem';
  if (status === 'scheduled') return `Scheduled for ${markdown(utcText(new Date(scheduledFor ?? '')))}`;
  return status === 'published' ? `${published} of ${platforms.length + leftOut} published` : markdown(outcome);
}

function totalOf(post: Post | Preview, spent: number): string {
  const { id, credits } = post;
  if (id !== null) return `${countOf(spent, 'credit')} spent by this run, ${credits} in all. Post \`${shortId(id)}\`.`;
  return `It would cost ${countOf(credits, 'credit')}; ${post.available} left.`;
}

function stepOf(platform: string, result: Result, id: string): string[] {
  if (result.ok) return [];
  const step = id === '' ? '' : nextStep(result, platform, id);
  const words = [result.error ?? 'it was not published', step].filter((text) => text !== '').map(markdown);
  return [`- **${markdown(platform)}**: ${words.join('; ')}`];
}

function linkOf({ url, platformPostId }: Result): string {
  return linkTo(url, 'link') ?? markdown(platformPostId ?? '');
}

/** A link to an address; undefined for what is no address of a page. */
function linkTo(url: string | undefined, words: string): string | undefined {
  const address = url === undefined ? null : URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  // A parsed address has no spaces and no angle brackets.
  return `[${words}](<${address.href.replaceAll('|', '%7C')}>)`;
}

/** A table in GitHub's Markdown; escapes its cells. */
export function markdownTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heading, heading.map(() => '---'), ...rows.map((row) => row.map(markdown))];
  return lines.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Escapes text from elsewhere, so that it means nothing in Markdown and stays in its cell. */
function markdown(text: string): string {
  return oneLine(text)
    .replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '')
    .replace(/[\\`*_{}[\]()#+!|~$]|:(?=\/\/)/g, '\\$&');
}
