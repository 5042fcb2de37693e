import { Skeleton } from '@mantine/core';
import { BalancePanel } from '../features/usage/balance-panel.tsx';
import { SpendingPanel } from '../features/usage/spending-panel.tsx';
import { TransactionList } from '../features/usage/transaction-list.tsx';
import { useUsage } from '../features/usage/usage.ts';
import { FailureNotice, TryAgain } from '../ui/failure-notice.tsx';
import { Page } from '../ui/page.tsx';
import { WaitingRows } from '../ui/rows.tsx';

/** What the workspace may spend, and what it has spent. */
export default function UsagePage() {
  const usage = useUsage();
  return (
    <Page heading="Usage">
      {usage.isError ? (
        <FailureNotice
          title="The credits could not be read"
          error={usage.error}
          effect={usage.data ? 'What is shown below may be old.' : 'Nothing was changed.'}
          actions={<TryAgain query={usage} />}
        />
      ) : null}
      {usage.isPending ? <Skeleton h={{ base: 358, md: 144 }} /> : null}
      {usage.data ? <BalancePanel {...usage.data} /> : null}
      <SpendingPanel />
      {usage.isPending ? <WaitingRows count={3} height={60} /> : null}
      {usage.data ? <TransactionList transactions={usage.data.recentTransactions} /> : null}
    </Page>
  );
}
