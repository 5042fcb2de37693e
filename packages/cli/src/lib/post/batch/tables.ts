import type { View } from '../../terminal/output.ts';
import { countOf, oneLine } from '../../text/terminal-text.ts';
import { timeUntil } from '../../text/time.ts';
import { type Post, shortId } from '../post.ts';
import { markdownTable } from '../report/ci-summary.ts';
import type { Outcome } from './carry-out.ts';
import type { Plan, Wanted } from './plan.ts';

/** Word for the source of each post of a batch. */
export type Noun = 'file' | 'item';

/** A plan as JSON. */
export function planJson({ wanted, action, post, changes, note, cost }: Plan, noun: Noun) {
  return {
    ...wantedJson(wanted, noun, post),
    action,
    postId: post?.id ?? null,
    status: post?.status ?? null,
    outcome: post?.outcome ?? null,
    credits: cost,
    ...(changes.length > 0 && { changes }),
    ...(note !== '' && { note }),
  };
}

/** An outcome as JSON. */
export function outcomeJson({ plan, action, post, spent, note, failure }: Outcome, noun: Noun) {
  return {
    ...wantedJson(plan.wanted, noun, post),
    action,
    postId: post?.id ?? null,
    status: failure ? 'error' : plan.isLate && !post ? 'missed' : (post?.status ?? null),
    outcome: post?.outcome ?? null,
    credits: spent,
    ...(plan.changes.length > 0 && { changes: plan.changes }),
    ...(note !== '' && { note }),
    ...(failure && { error: { code: failure.code, message: failure.message, requestId: failure.requestId ?? null } }),
    ...(post && { platformResults: post.platformResults }),
  };
}

function wantedJson({ name, input }: Wanted, noun: Noun, post?: Post) {
  return {
    [noun]: name,
    platforms: input.platforms,
    profile: input.profile,
    ...(input.scheduledFor && { scheduledFor: input.scheduledFor }),
    ...(input.slot && { slot: input.slot, ...(post?.scheduledFor && { scheduledFor: post.scheduledFor }) }),
  };
}

export function planTable(
  plans: readonly Plan[],
  { layout, columns, dot }: View,
  { noun, now, available }: { readonly noun: Noun; readonly now: Date; readonly available: number },
): string {
  const rows = plans.map(({ wanted, action, changes, note, cost }) => [
    oneLine(wanted.name),
    action,
    whenOf(wanted, action, now),
    wanted.input.platforms.join(','),
    cost > 0 ? countOf(cost, 'credit') : '',
    oneLine([action === 'change' ? changes.join(', ') : '', note].filter((text) => text !== '').join('; ')),
  ]);
  const counts = (['create', 'change', 'retry', 'skip'] as const).flatMap((action) => {
    const count = plans.filter((plan) => plan.action === action).length;
    return count === 0 ? [] : [`${count} to ${action}`];
  });
  const cost = plans.reduce((sum, plan) => sum + plan.cost, 0);
  const table = layout.table([noun.toUpperCase(), 'ACTION', 'WHEN', 'PLATFORMS', 'COST', 'NOTE'], rows, columns);
  return `${table}\n${counts.join(', ')} ${dot} it would cost ${countOf(cost, 'credit')}; ${available} left`;
}

const NEXT_SLOT = 'next slot';

function whenOf({ input }: Wanted, action: Plan['action'], now: Date): string {
  if (input.scheduledFor) return timeUntil(input.scheduledFor, now);
  if (input.slot) return NEXT_SLOT;
  return action === 'create' ? 'now' : '';
}

const DONE: Readonly<Record<Outcome['action'], string>> = {
  create: 'created',
  change: 'changed',
  retry: 'retried',
  skip: 'skipped',
  stopped: 'not done',
};

export function outcomeTable(outcomes: readonly Outcome[], view: View, noun: Noun): string {
  const { layout, columns, dot, ok, failed, waiting } = view;
  const rows = outcomes.map(({ plan, action, post, note, failure, exitCode }) => {
    const mark = exitCode !== 0 ? failed : post?.status === 'scheduled' || action === 'stopped' ? waiting : ok;
    const results = Object.entries(post?.platformResults ?? {});
    const platforms = results.flatMap(([platform, { state, error }]) =>
      state === 'published' ? [] : [`${platform} ${state}${error ? `: ${error}` : ''}`],
    );
    const words = [note, ...(action === 'skip' ? [] : platforms)].filter((text) => text !== '');
    return [
      `${mark} ${oneLine(plan.wanted.name)}`,
      failure ? 'failed' : DONE[action],
      oneLine(post?.outcome ?? ''),
      shortId(post?.id ?? ''),
      oneLine(words.join('; ')),
    ];
  });
  const spent = outcomes.reduce((sum, outcome) => sum + outcome.spent, 0);
  const table = layout.table([`  ${noun.toUpperCase()}`, 'DONE', 'OUTCOME', 'POST', 'NOTE'], rows, columns);
  return `${table}\n${countOf(outcomes.length, noun)} ${dot} ${countOf(spent, 'credit')} spent`;
}

/** The plans as Markdown, for the page of a CI job. */
export function planSummary(plans: readonly Plan[], noun: Noun): string {
  const cost = plans.reduce((sum, plan) => sum + plan.cost, 0);
  const rows = plans.map(({ wanted, action, changes, note }) => [
    wanted.name,
    action,
    wanted.input.scheduledFor ?? (wanted.input.slot ? NEXT_SLOT : ''),
    wanted.input.platforms.join(', '),
    [...changes, note].filter((text) => text !== '').join('; '),
  ]);
  const table = markdownTable([noun, 'action', 'when', 'platforms', 'note'], rows);
  return `### Dry run: nothing was sent\n\n${table}\n\nIt would cost ${countOf(cost, 'credit')}.\n\n`;
}

/** The outcomes as Markdown, for the page of a CI job. */
export function outcomeSummary(outcomes: readonly Outcome[], noun: Noun): string {
  const spent = outcomes.reduce((sum, outcome) => sum + outcome.spent, 0);
  const rows = outcomes.map(({ plan, action, post, note, failure }) => {
    const failed = Object.entries(post?.platformResults ?? {}).flatMap(([platform, { error }]) =>
      error === undefined ? [] : [`${platform}: ${error}`],
    );
    const words = [note, ...(action === 'skip' ? [] : failed)].filter((text) => text !== '');
    return [plan.wanted.name, failure ? 'failed' : DONE[action], post?.outcome ?? '', words.join('; ')];
  });
  const table = markdownTable([noun, 'done', 'outcome', 'note'], rows);
  return `### ${countOf(outcomes.length, noun)}\n\n${table}\n\n${countOf(spent, 'credit')} spent.\n\n`;
}
