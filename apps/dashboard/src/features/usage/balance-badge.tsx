import { Anchor, Skeleton } from '@mantine/core';
import { Link } from 'wouter';
import { useUsage } from '../../shared/usage/usage.ts';
import { inCredits } from '../../ui/values/quantities.ts';

/** Shows the credits that are left. Leads to the page that shows how credits were spent. */
export function BalanceBadge() {
  const usage = useUsage();
  if (usage.isPending) return <Skeleton h={20} w={90} />;
  return (
    <Anchor component={Link} href="/usage" size="sm" c="dimmed">
      {usage.data ? `${inCredits(usage.data.credits.available)} left` : 'Credits unknown'}
    </Anchor>
  );
}
