import { describeFailure } from '../../failures.ts';
import { Moment } from '../../ui/moment.tsx';
import type { useUsage } from './usage.ts';

const whole = new Intl.NumberFormat('en-GB');

function credits(count: number): string {
  return `${whole.format(count)} ${count === 1 ? 'credit' : 'credits'}`;
}

/** What can still be spent, on which plan, and when it is filled up again. */
export function BalanceLine({ usage }: { usage: ReturnType<typeof useUsage> }) {
  if (usage.isError) return <p className="balance">Credits are not known now. {describeFailure(usage.error).text}</p>;
  if (!usage.data) return <p className="balance">Reading credits…</p>;
  const { plan, credits: balance } = usage.data;
  return (
    <p className="balance">
      <strong>{credits(balance.available)}</strong> available
      {balance.held > 0 ? `, ${whole.format(balance.held)} held for posts being sent` : ''} ·{' '}
      {whole.format(balance.used)} of {whole.format(balance.monthlyAllowance)} used this month · {plan.label} plan ·
      reset on <Moment at={balance.resetAt} as="date" />
    </p>
  );
}
