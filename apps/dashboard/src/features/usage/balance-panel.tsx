import { Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Usage } from '../../shared/usage/usage.ts';
import { Moment } from '../../ui/values/moment.tsx';
import { inCredits, inFigures } from '../../ui/values/quantities.ts';

/** The plan, the available credits, and the part of this month's allowance that was used. */
export function BalancePanel({ plan, credits }: Pick<Usage, 'plan' | 'credits'>) {
  const usedId = useId();
  const { available, held, used, monthlyAllowance, resetAt } = credits;
  const usedPercent = monthlyAllowance > 0 ? Math.min(100, (100 * used) / monthlyAllowance) : 0;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'xs', md: 'md' }}>
      <Figure name="Available" value={inCredits(available)}>
        What can be spent now.
      </Figure>
      <Figure name="Held" value={inCredits(held)}>
        Set aside for posts that are being sent; returned if they fail.
      </Figure>
      <Figure name="Used this month" value={`${inFigures(used)} of ${inCredits(monthlyAllowance)}`} valueId={usedId}>
        <Progress.Root mb={6}>
          <Progress.Section value={usedPercent} aria-labelledby={usedId} />
        </Progress.Root>
        Renewed on <Moment at={resetAt} as="date" />; unused credits lapse then.
      </Figure>
      <Figure name="Plan" value={plan.label}>
        {plan.price === 0 ? 'Free of charge' : `Price ${plan.price} a month`}, {inCredits(monthlyAllowance)} a month.
      </Figure>
    </SimpleGrid>
  );
}

interface FigureProps {
  name: string;
  value: string;
  valueId?: string;
  children: ReactNode;
}

function Figure({ name, value, valueId, children }: FigureProps) {
  return (
    <Paper withBorder p={{ base: 'sm', md: 'md' }}>
      <Stack gap={4}>
        <Title order={2} size="sm" c="dimmed" fw={500}>
          {name}
        </Title>
        <Text size="lg" fw={650} id={valueId}>
          {value}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
      </Stack>
    </Paper>
  );
}
