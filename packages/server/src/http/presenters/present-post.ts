import { outcomeOf } from '@social/rules';
import type { ErrorCode, Schema, Target } from '@social/types';
import { accountLabel } from '../../services/connections/accounts.ts';
import type { Assessment } from '../../services/contents/assessment.ts';
import { postsOf } from '../../services/contents/publish-request.ts';
import { settingFields } from '../../services/contents/settings.ts';
import { fromColumns, settingsOfRow } from '../../services/contents/stored-request.ts';
import { notesOf } from '../../services/posts/past-times.ts';
import type { TakenBack } from '../../services/publishing/remove.ts';
import type { PostStep } from '../../store/posts/post-events.ts';
import type { PostWithTargets } from '../../store/posts/posts.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import { copyNotes, overridesWithCopies, shownCopies, withCopies } from './present-copies.ts';
import { presentRemoval } from './present-removal.ts';
import { summarizeThread } from './thread-result.ts';

type PlatformResult = Schema<'PlatformResult'>;

/** Presents a post in the contract's form. */
export function presentPost({ post, targets }: PostWithTargets): Schema<'Post'> {
  const request = post.comments === null ? null : fromColumns(post);
  const platformResults = perTarget(
    targets.map((target) => [target.target, presentTarget(target)]),
    (target) => (request ? postsOf(request, target) : null),
  );
  const mediaUrls = JSON.parse(post.media_urls ?? '[]') as string[];
  const copies = shownCopies(post);
  const notes = [...notesOf(post), ...copyNotes(post, mediaUrls, copies)];
  return {
    id: post.id,
    text: post.text,
    ...(post.thread === null ? {} : { thread: JSON.parse(post.thread) as string[] }),
    platforms: JSON.parse(post.platforms) as Target[],
    status: post.status,
    outcome: outcomeOf({ status: post.status, platformResults }),
    createdAt: post.created_at,
    updatedAt: latest(post.updated_at, targets),
    ...(post.scheduled_for === null ? {} : { scheduledFor: post.scheduled_for }),
    ...(post.from_slot === 1 ? { slot: 'next' as const } : {}),
    ...(post.held_at === null ? {} : { held: true }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(post.media_urls === null ? {} : { mediaUrls }),
    ...(post.media === null ? {} : { media: withCopies(JSON.parse(post.media) as Schema<'MediaItem'>[], copies) }),
    ...(post.comments === null ? {} : { comments: JSON.parse(post.comments) as string[] }),
    ...(post.poll === null ? {} : { poll: JSON.parse(post.poll) as Schema<'Poll'> }),
    ...settingFields(settingsOfRow(post)),
    ...(post.overrides === null ? {} : { overrides: overridesWithCopies(JSON.parse(post.overrides), copies) }),
    ...(post.fit_media === 1 ? {} : { fitMedia: false }),
    ...(post.copy_media === 1 ? { copyMedia: true } : {}),
    ...(post.labels === null ? {} : { labels: JSON.parse(post.labels) as string[] }),
    profile: post.profile_slug,
    ...(post.source === null ? {} : { source: post.source }),
    ...(post.approval === null ? {} : { draft: JSON.parse(post.approval) as Schema<'PostApproval'> }),
    credits: targets.reduce((sum, target) => sum + target.credits, 0),
    platformResults,
  };
}

/** Presents the results of taking a post back. */
export function presentTakenBack(taken: TakenBack): Schema<'Unpublished'> {
  const { post, targets, platformRemovals } = taken;
  const { outcome } = presentPost({ post, targets });
  const results = Object.fromEntries(platformRemovals.map((one) => [one.target, presentRemoval(one, taken)]));
  const all = Object.values(results);
  const credits = all.reduce((sum, result) => sum + result.credits, 0);
  return { ok: all.every(({ ok }) => ok), id: post.id, outcome, credits, results };
}

/** Presents a step of a post in the contract's form, with an allow-list of fields. */
export function presentStep({ kind, platform, at, attempt, details }: PostStep): Schema<'PostEvent'> {
  const { part, target, scheduledFor, nextAttemptAt, error, code, url } = details;
  return {
    kind,
    platform,
    at,
    ...(part === undefined ? {} : { part }),
    ...(target === undefined ? {} : { target }),
    ...(attempt === null ? {} : { attempt }),
    ...(scheduledFor === undefined ? {} : { scheduledFor }),
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
    ...(error === undefined ? {} : { error }),
    ...(code === undefined ? {} : { code: code as ErrorCode }),
    ...(url === undefined ? {} : { url }),
  };
}

/** Presents the findings of a dry run, per target. */
export function presentAssessments(assessments: readonly Assessment[]): Record<string, PlatformResult> {
  const isCommented = assessments.some(({ content }) => content.isComment);
  const postsOfTarget = (target: Target) =>
    assessments.filter(({ content }) => content.target === target && !content.isComment).length;
  return perTarget(
    assessments.map((assessment) => [assessment.content.target, presentAssessment(assessment)]),
    (target) => (isCommented ? postsOfTarget(target) : null),
  );
}

/** Adds to the findings of a dry run what its Idempotency-Key has published before. */
export function withPublished(
  findings: Readonly<Record<string, PlatformResult>>,
  earlier: Schema<'Post'>,
): Record<string, PlatformResult> {
  const noted = Object.entries(findings).map(([platform, finding]) => {
    const { state, url } = earlier.platformResults[platform] ?? {};
    if (state !== 'published') return [platform, finding] as const;
    const where = url === undefined ? '' : ` at ${url}`;
    const published = `Already published${where} under this Idempotency-Key, with which it is not sent again.`;
    return [platform, { ...finding, note: [published, finding.note].filter(Boolean).join(' ') }] as const;
  });
  return Object.fromEntries(noted);
}

/** @param postsOfTarget number of the first parts that are no comments; null where none is a comment */
function perTarget(
  results: readonly (readonly [Target, PlatformResult])[],
  postsOfTarget: (target: Target) => number | null,
): Record<string, PlatformResult> {
  // Most posts have one part for each platform, and lists have many posts.
  const [first, ...further] = results;
  if (first !== undefined && further.length === 0) return { [first[0]]: first[1] };
  const targets = Map.groupBy(results, ([target]) => target);
  const entries = [...targets].map(([target, parts]) => [
    target,
    summarizeThread(
      parts.map(([, part]) => part),
      postsOfTarget(target) ?? parts.length,
    ),
  ]);
  return Object.fromEntries(entries) as Record<string, PlatformResult>;
}

function latest(postUpdatedAt: string, targets: readonly TargetRow[]): string {
  let last = postUpdatedAt;
  for (const { updated_at } of targets) if (updated_at > last) last = updated_at;
  return last;
}

function presentTarget(target: TargetRow): PlatformResult {
  // One that a process has taken up again is due no more.
  const isPostponed = target.state === 'pending' && target.not_before !== null && target.due_at !== null;
  const isWaiting = isPostponed || (target.state === 'pending' && target.part > 1);
  const isOnItsWay = !isWaiting && (target.state === 'pending' || target.state === 'sending');
  const common = {
    state: isOnItsWay ? ('sending' as const) : target.state,
    ...(isPostponed ? { nextAttemptAt: target.not_before ?? '' } : {}),
    credits: target.credits,
    ...(target.account === null ? {} : { account: target.account }),
    ...(target.note === null ? {} : { note: target.note }),
  };
  if (target.state === 'published') {
    return {
      ok: true,
      platformPostId: target.platform_post_id ?? '',
      ...common,
      ...(target.url === null ? {} : { url: target.url }),
      ...(target.removed_at === null ? {} : { removedAt: target.removed_at }),
    };
  }
  if (isOnItsWay) {
    const error = `${target.platform} has not answered yet: pending confirmation; read the post again in a moment`;
    const progress = target.progress === null ? null : (JSON.parse(target.progress) as Schema<'PublishProgress'>);
    return { ok: false, error, ...common, code: 'still_sending', retryable: false, ...(progress && { progress }) };
  }
  if (isWaiting && !isPostponed) return { ok: false, error: 'it waits for its turn', ...common, retryable: false };
  return {
    ok: false,
    error: target.error ?? `${target.platform} was not published`,
    ...common,
    ...(target.code === null ? {} : { code: target.code as ErrorCode }),
    retryable: target.retryable === 1,
  };
}

const FIXABLE: readonly ErrorCode[] = ['invalid_request', 'media_refused'];

function presentAssessment({ content, cost, connection, refusal, card, noCard }: Assessment): PlatformResult {
  const { count, max, unit } = content.measure;
  const problem = content.problem ? { code: content.problem.code, message: content.problem.message } : refusal;
  return {
    ok: problem === null,
    ...(problem === null ? {} : { error: problem.message, code: problem.code }),
    state: problem === null ? 'ready' : 'problem',
    // A problem that the caller can fix still shows the price of the fixed post; any other refusal costs nothing.
    credits: refusal === null || FIXABLE.includes(refusal.code) ? cost : 0,
    characters: { count, max, ...(unit && { unit }) },
    ...(connection === null ? {} : { account: accountLabel(connection) }),
    ...(content.note === null ? {} : { note: content.note }),
    ...(card && { card }),
    ...(noCard !== undefined && { noCard }),
  };
}
