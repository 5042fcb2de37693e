import { Skeleton } from '@mantine/core';
import { BalancePanel } from '../../../features/usage/balance-panel.tsx';
import { SpendingPanel } from '../../../features/usage/spending-panel.tsx';
import { TransactionList } from '../../../features/usage/transaction-list.tsx';
import { useUsage } from '../../../shared/usage/usage.ts';
import { ReadFailure } from '../../../ui/notices/failure-notice.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { WaitingRows } from '../../../ui/parts/rows.tsx';

/** The workspace's credits and spending. */
export default function UsagePage() {
  const usage = useUsage();
  return (
    <Page heading="Usage">
      <ReadFailure title="The credits could not be read" query={usage} />
      {usage.isPending ? <Skeleton h={{ base: 358, md: 144 }} /> : null}
      {usage.data ? <BalancePanel {...usage.data} /> : null}
      <SpendingPanel />
      {usage.isPending ? <WaitingRows count={3} height={60} /> : null}
      {usage.data ? <TransactionList transactions={usage.data.recentTransactions} /> : null}
    </Page>
  );
}
