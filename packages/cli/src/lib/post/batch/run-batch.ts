import type { PublishInput } from '@social/post-input';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { mayAsk, promptStreams } from '../../terminal/tty.ts';
import { countOf } from '../../text/terminal-text.ts';
import { tooExpensive } from '../dry-run.ts';
import { tellCi } from '../report/ci-report.ts';
import { carryOut, isOpen, type Outcome } from './carry-out.ts';
import type { Run } from './check-many.ts';
import type { Plan } from './plan.ts';
import { type Noun, outcomeJson, outcomeSummary, outcomeTable, planJson, planSummary, planTable } from './tables.ts';

/** Options of commands that publish several posts. */
export interface BatchOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly maxCredits?: number;
}

interface Batch {
  readonly plans: readonly Plan[];
  readonly noun: Noun;
  readonly options: BatchOptions;
  /** Refuses plans once they are shown. */
  readonly check?: () => void;
  /** Notes to read before the question. */
  readonly notes?: readonly string[];
}

/** Shows the plans, asks on a terminal, carries them out and prints the outcomes. With `dryRun` only shows them. */
export async function runBatch(run: Run, batch: Batch): Promise<ExitCode> {
  const { context, client, progress } = run;
  const { io, output } = context;
  const { plans, noun, options } = batch;
  progress.stop();
  const cost = plans.reduce((sum, plan) => sum + plan.cost, 0);
  const { available } = (await client.usage.getUsage({}, { signal: io.signal })).credits;
  const printPlan = () =>
    output.data(
      plans.map((plan) => planJson(plan, noun)),
      (view) => planTable(plans, view, { noun, now: io.now(), available }),
    );
  if (options.dryRun) {
    await printPlan();
    await tellCi(context, 'GITHUB_STEP_SUMMARY', planSummary(plans, noun));
  }
  if (options.maxCredits !== undefined && cost > options.maxCredits) throw tooExpensive(cost, options.maxCredits);
  batch.check?.();
  refuseUnaffordable(plans, available, io.now());
  if (options.dryRun) return EXIT.done;
  if (!output.isJson) await printPlan();
  const open = plans.filter(isOpen);
  if (open.length > 0 && !options.yes && mayAsk(context) && !(await isConfirmed(context, open, batch))) {
    await output.note('Nothing was sent.');
    return EXIT.interrupted;
  }
  const outcomes = await carryOut(run, plans);
  progress.stop();
  await output.data(
    outcomes.map((outcome) => outcomeJson(outcome, noun)),
    (view) => outcomeTable(outcomes, view, noun),
  );
  await tellCi(context, 'GITHUB_STEP_SUMMARY', outcomeSummary(outcomes, noun));
  await explain(context, outcomes);
  return worst(outcomes);
}

/** Refuses to send only some of the posts for lack of credits. Scheduled posts are paid when their time comes. */
function refuseUnaffordable(plans: readonly Plan[], available: number, now: Date): void {
  const isLater = ({ slot, scheduledFor }: PublishInput) =>
    slot !== undefined || Date.parse(scheduledFor ?? '') > now.getTime();
  const needed = plans
    .filter(({ action, wanted }) => action === 'retry' || !isLater(wanted.input))
    .reduce((sum, { cost }) => sum + cost, 0);
  if (needed <= available) return;
  throw new CliError({
    exitCode: EXIT.creditsOrPlan,
    code: 'insufficient_credits',
    message: `The posts that are sent now need ${countOf(needed, 'credit')}; ${countOf(available, 'credit')} left`,
    hints: ['Nothing was sent.', 'See plan and credits with: social usage'],
  });
}

async function isConfirmed(
  { io, output }: Context,
  plans: readonly Plan[],
  { noun, notes = [] }: Batch,
): Promise<boolean> {
  // The table has no room for whole notes.
  for (const note of notes) await output.note(note);
  const { confirm } = await import('@inquirer/prompts');
  const cost = plans.reduce((sum, plan) => sum + plan.cost, 0);
  const message = `Continue with ${countOf(plans.length, noun)} for ${countOf(cost, 'credit')}?`;
  // Pressing Enter alone never publishes.
  return await confirm({ message, default: false }, promptStreams(io));
}

/** Prints each failure and the next step. */
async function explain({ output }: Context, outcomes: readonly Outcome[]): Promise<void> {
  const failures = outcomes.filter(({ failure }) => failure);
  for (const { plan, failure } of failures) await output.note(`${plan.wanted.name}: ${failure?.message ?? ''}`);
  if (failures.length > 0 || outcomes.some(({ action }) => action === 'stopped')) {
    await output.note('Run the same command again: it publishes nothing twice.');
  }
}

/** Exit codes, the least urgent first. */
const SEVERITY: readonly ExitCode[] = [
  ...[EXIT.done, EXIT.someFailed, EXIT.rateLimited, EXIT.notSignedIn, EXIT.creditsOrPlan],
  ...[EXIT.usage, EXIT.failed, EXIT.outcomeUnknown, EXIT.interrupted],
];

function worst(outcomes: readonly Outcome[]): ExitCode {
  const severities = outcomes.map(({ exitCode }) => SEVERITY.indexOf(exitCode));
  return SEVERITY[Math.max(0, ...severities)] ?? EXIT.failed;
}
