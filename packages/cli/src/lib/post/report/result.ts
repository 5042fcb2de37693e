import { copyLines, type LeftOut, type PublishInput, withLeftOut } from '@social/post-input';
import { undecidedCredits } from '@social/rules';
import type { Schema, SocialClient } from '@social/sdk';
import { isTarget, platformFacts, platformOf } from '@social/types';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../../exit-codes.ts';
import type { View } from '../../terminal/output.ts';
import type { Style } from '../../terminal/style.ts';
import { countOf, indented, oneLine } from '../../text/terminal-text.ts';
import { localTime, timeUntil } from '../../text/time.ts';
import { type Post, type Preview, type Result, shortId } from '../post.ts';
import { barOf } from './await-results.ts';

type Part = Schema<'ThreadPart'>;

/**
 * The exit code of a post: 0 without failures, 7 with unknown outcomes, 3 for some failures, else the code of the common reason.
 * A dry run never ends with 3, because there is no post that could be retried.
 */
export function exitCodeOfPost(post: Post | Preview): ExitCode {
  const results = Object.values(post.platformResults);
  // The server refuses the whole post when text or media are wrong for one platform.
  if (results.some(({ state, code }) => state === 'problem' && exitCodeOf(code) === EXIT.usage)) return EXIT.usage;
  if (isTooDear(post)) return EXIT.creditsOrPlan;
  if (post.status === 'scheduled' || results.every((result) => result.ok || result.state === 'ready')) return EXIT.done;
  if (results.some(({ state }) => state === 'unknown' || state === 'sending')) return EXIT.outcomeUnknown;
  if (post.id !== null && results.some((result) => result.ok)) return EXIT.someFailed;
  const codes = new Set(results.flatMap((result) => (result.ok ? [] : [exitCodeOf(result.code)])));
  const [common = EXIT.failed] = codes;
  return codes.size === 1 ? common : EXIT.failed;
}

/** Returns true when a dry run found too few credits for a post that is sent now; a scheduled one is paid later. */
function isTooDear(post: Post | Preview): boolean {
  return post.id === null && post.status !== 'scheduled' && post.credits > post.available;
}

/** Prints a post with a line per platform. @param spent credits that this run cost; undefined when it sent nothing */
export async function printPost(context: Context, client: SocialClient, post: Post, spent?: number): Promise<void> {
  await printPosts(context, client, { post, spent, earlier: [] });
}

/** Prints the posts of a release. JSON is the newest one, with the others in `earlierPosts`. */
export async function printPosts(
  context: Context,
  client: SocialClient,
  { post, spent, earlier, leftOut }: ShownPost<Post> & { spent: number | undefined; earlier: readonly Post[] },
): Promise<void> {
  const available = context.output.isJson || spent === undefined ? undefined : await readAvailable(client);
  await context.output.data(shownPost({ post, earlier, leftOut }), (view) =>
    [...earlier.map((one) => ({ post: one })), { post, spent, available, leftOut }]
      .map((one) => wordsOfPost(one, view, context.io.now()))
      .join('\n'),
  );
}

interface ShownPost<Shown> {
  readonly post: Shown;
  readonly earlier?: readonly Post[];
  readonly leftOut?: LeftOut | undefined;
}

/** The result of a run as JSON. */
export function shownPost({ post, earlier = [], leftOut = {} }: ShownPost<Post | Preview>) {
  const shown = post.id === null ? post : withLeftOut(post, leftOut);
  return earlier.length > 0 ? { ...shown, earlierPosts: earlier } : shown;
}

function wordsOfPost(
  {
    post,
    spent,
    available,
    leftOut = {},
  }: ShownPost<Post> & { spent?: number | undefined; available?: number | undefined },
  view: View,
  now: Date,
): string {
  const id = post.id ? ` ${view.dot} post ${shortId(post.id)}` : '';
  if (post.status === 'scheduled') {
    const when = timeUntil(post.scheduledFor ?? '', now);
    const state = post.held ? 'held, was scheduled' : 'scheduled';
    const line = `${view.waiting} ${state} ${when}${slotOf(post)} for ${post.platforms.join(', ')}${id}`;
    const advice = post.held ? [heldAdvice(shortId(post.id ?? ''), view)] : [];
    return [line, ...copyLines(post).map((copy) => dimmed(copy, view)), ...advice].join('\n');
  }
  const results = Object.entries(post.platformResults);
  const published = results.filter(([, result]) => result.ok).length;
  const cost = spent === undefined ? `${countOf(post.credits, 'credit')} in all` : `${countOf(spent, 'credit')} spent`;
  const left = available === undefined ? '' : `, ${available} left`;
  const wanted = post.platforms.length + Object.keys(leftOut).length;
  const counts = `${published} of ${wanted} published`;
  const isCounted = post.status === 'published' && post.outcome !== 'unpublished';
  const state = isCounted ? counts : post.outcome === 'unpublished' ? 'taken back' : oneLine(post.outcome);
  const summary = view.layout.wrap(`${state} ${view.dot} ${cost}${left}${id}`, view.columns);
  return [...resultLines(results, view, post.id ?? ''), ...summary].join('\n');
}

function slotOf({ slot }: Post | Preview): string {
  return slot ? ', the next free slot,' : '';
}

function heldAdvice(id: string, view: View): string {
  const advice = `it came back with a backup and may already be published: look at the network. If it is, social post cancel ${id}; if not, social post reschedule ${id} --at TIME, or the operator runs social-server release`;
  return dimmed(advice, view);
}

/** Lines below that of the post. */
function dimmed(text: string, { layout, columns, color }: View): string {
  return layout
    .wrap(oneLine(text), Math.max(38, columns - 2))
    .map((line) => `  ${color.dim(line)}`)
    .join('\n');
}

/** Reads the balance for the summary. A sent post must be reported even when this fails. */
async function readAvailable(client: SocialClient): Promise<number | undefined> {
  try {
    return (await client.usage.getUsage({}, { timeoutMs: 5000 })).credits.available;
  } catch {
    return undefined;
  }
}

/** The lines of each platform. Details follow the state, or go below it on a narrow terminal. */
function resultLines(results: [string, Result][], view: View, id: string): string[] {
  const { layout, columns } = view;
  const heads = layout.alignColumns(
    results.map(([platform, result]) => [
      `${symbolOf(result, view)} ${oneLine(platform)}`,
      oneLine(result.account ?? ''),
      stateOf(result),
      costOf(platform, result),
      '',
    ]),
  );
  const width = Math.max(0, ...heads.map((head) => layout.widthOf(head)));
  return results.flatMap(([platform, result], index) => {
    const head = heads[index] ?? '';
    const detail = oneLine(result.ok ? addressOf(result) : (result.error ?? ''));
    const fits = width + 2 + layout.widthOf(detail) <= columns;
    const isNarrow = width > columns;
    const first = isNarrow
      ? layout.flow(head.trim().split(/ {2,}/), columns)
      : fits
        ? `${head.padEnd(head.length + width - layout.widthOf(head))}  ${detail}`.trimEnd()
        : head;
    const bar = result.state === 'sending' && result.progress ? barOf(platform, result.progress) : '';
    const below = [
      fits ? '' : detail,
      ...furtherLines(result),
      bar,
      oneLine(result.note ?? ''),
      nextStep(result, platform, id),
    ];
    const lines = below.filter((text) => text !== '').flatMap((text) => layout.wrap(text, Math.max(27, columns - 13)));
    return [first, ...lines.map((line) => `${' '.repeat(13)}${view.color.dim(line)}`)];
  });
}

/** The charge of a result; while the outcome is unknown, the possible charge. */
function costOf(target: string, result: Result): string {
  const open = isTarget(target) ? undecidedCredits(platformOf(target), result) : 0;
  if (open === 0) return countOf(result.credits, 'credit');
  return `${result.credits === 0 ? '' : `${result.credits} + `}${countOf(open, 'credit')} if published`;
}

/** A line for each part of a thread, and for each comment. */
function furtherLines({ parts = [], comments = [] }: Pick<Result, 'parts' | 'comments'>): string[] {
  // A post with a comment that failed is there, with an address that the line of its platform does not have.
  const isWhole = [...parts, ...comments].every(({ ok }) => ok);
  const thread = parts.length > 1 || !isWhole ? parts : [];
  return [
    ...thread.map((part, index) => partLine(part, parts.length > 1 ? `${index + 1}/${parts.length}` : 'post')),
    ...comments.map((comment, index) => partLine(comment, `comment ${index + 1}/${comments.length}`)),
  ];
}

/** A part or a comment with its state, and its address or error. */
function partLine(result: Part, name: string): string {
  const { ok, error, characters } = result;
  const length = characters ? lengthOf({ characters }) : '';
  const detail = ok ? addressOf(result) : (error ?? '');
  return [name, stateOf(result), length, oneLine(detail)].filter((word) => word !== '').join('  ');
}

/** The state of a result in a word or two. */
function stateOf({ state, removedAt }: Pick<Result, 'state' | 'removedAt'>): string {
  return removedAt === undefined ? oneLine(state) : 'taken back';
}

/** The address of what was published, or the time at which it was deleted. */
function addressOf({ url, platformPostId, removedAt }: Pick<Result, 'url' | 'platformPostId' | 'removedAt'>): string {
  return removedAt === undefined ? (url ?? platformPostId ?? '') : localTime(removedAt);
}

/** The sign of a platform's result. */
export function symbolOf({ ok, state, removedAt }: Pick<Result, 'ok' | 'state' | 'removedAt'>, style: Style): string {
  if (removedAt !== undefined) return style.canceled;
  if (ok) return style.ok;
  if (state === 'canceled') return style.canceled;
  return ['failed', 'missed'].includes(state) ? style.failed : style.waiting;
}

/** The next step for a platform that did not succeed; empty when there is no step. */
export function nextStep({ ok, state, code, retryable, nextAttemptAt }: Result, platform: string, id: string): string {
  if (ok) return '';
  const post = shortId(id);
  if (state === 'unknown') {
    return `look at the network, then: social post resolve ${post} ${platform} --published ID, or --not-published`;
  }
  if (nextAttemptAt !== undefined) return `it is sent again automatically at ${localTime(nextAttemptAt)}`;
  if (state === 'sending') return `still being sent; look again with: social post show ${post}`;
  if (code === 'not_connected' || code === 'reconnect_required') {
    return `when it is connected: social post retry ${post}`;
  }
  if (code === 'paid_plan_required' || code === 'insufficient_credits') return 'see: social usage';
  return state === 'failed' && retryable ? `retry then with: social post retry ${post}` : '';
}

/**
 * Prints length, cost and problems per platform of a dry run, and the texts that were fitted. In JSON these are `fitted`.
 * @param overrides the fitted texts
 */
export async function printDryRun(
  { io, output }: Context,
  post: Preview,
  overrides: PublishInput['overrides'] = {},
): Promise<void> {
  const fitted = Object.entries(overrides).map(([id, own]) => [id, [own?.text, ...(own?.thread ?? [])]] as const);
  const shown = fitted.length === 0 ? post : { ...post, fitted: Object.fromEntries(fitted) };
  await output.data(shown, ({ layout, color }) => {
    const results = Object.entries(post.platformResults);
    const lines = layout.alignColumns(
      results.map(([platform, result]) => [
        oneLine(platform),
        oneLine(result.state),
        lengthOf(result),
        countOf(result.credits, 'credit'),
      ]),
    );
    const detailed = results.flatMap(([platform, result], index) => {
      const isLong = isOver(result);
      const reason = result.ok || isLong ? '' : oneLine(result.error ?? '');
      const advice = isLong ? fitAdvice(platform) : '';
      const below = [...furtherLines(result), reason, advice, oneLine(result.note ?? ''), cardLine(result)].filter(
        (text) => text !== '',
      );
      return [lines[index] ?? '', ...below.map((text) => `${' '.repeat(11)}${color.dim(text)}`)];
    });
    const time = post.slot
      ? [`It would be scheduled ${timeUntil(post.scheduledFor ?? '', io.now())}, the next free slot.`]
      : [];
    const left = `${post.available} left${isTooDear(post) ? ', not enough' : ''}`;
    const texts = fitted.map(([id, parts]) => `The text for ${id}:\n${indented(parts.join('\n\n'))}`);
    const cost = `Nothing was sent. It would cost ${countOf(post.credits, 'credit')}; ${left}.`;
    return [...detailed, ...texts, ...time, cost].join('\n');
  });
}

/** Describes the card of a link; empty without one. */
function cardLine({ card }: Result): string {
  if (!card) return '';
  const picture = card.picture ? ', with a picture' : '';
  return `card: ${oneLine(card.title)} (${oneLine(card.url)})${picture}`;
}

function fitAdvice(target: string): string {
  const hasReplies = isTarget(target) && platformFacts(platformOf(target)).replies;
  return `shorten the text, or add --fit shorten${hasReplies ? ' or --fit thread' : ''}`;
}

function lengthOf({ characters }: Pick<Result, 'characters'>): string {
  if (!characters) return '';
  const { count, max, unit = 'characters' } = characters;
  return `${count} of ${max} ${unit}${count > max ? `, ${count - max} over` : ''}`;
}

function isOver({ characters, parts = [] }: Result): boolean {
  return [{ characters }, ...parts].some((one) => one.characters && one.characters.count > one.characters.max);
}
