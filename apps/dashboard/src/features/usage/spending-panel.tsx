import { Button, Center, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId, useState } from 'react';
import { useSpending } from '../../shared/usage/usage.ts';
import { ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { SmallLink } from '../../ui/parts/links.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { readersZone } from '../../ui/values/moment.tsx';
import { inCredits } from '../../ui/values/quantities.ts';
import { dayInWords, type PartTotal, type SpendingRow, toRows, totalsOf } from './spending.ts';
import { SpendingChart } from './spending-chart.tsx';
import { SpendingTable } from './spending-table.tsx';

const RANGES = [7, 30, 90];
/** Height of the chart with its legend, so that nothing moves when it appears. */
const HEIGHT = 312;

/** The spending of the last days as a chart and, on request, as a table. */
export function SpendingPanel() {
  const [days, setDays] = useState(30);
  const spending = useSpending(days);
  const headingId = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={headingId}>
      <Stack>
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id={headingId}>
            Spending by day
          </Title>
          <SegmentedControl
            size="xs"
            aria-label="How many days"
            value={String(days)}
            onChange={(value) => setDays(Number(value))}
            data={RANGES.map((count) => ({ value: String(count), label: `${count} days` }))}
          />
        </Group>
        <ReadFailure title="The spending could not be read" query={spending} />
        {spending.isPending ? <Skeleton h={HEIGHT} /> : null}
        {spending.data ? <Days rows={toRows(spending.data.days)} /> : null}
      </Stack>
    </Paper>
  );
}

function Days({ rows }: { rows: readonly SpendingRow[] }) {
  const [isTable, { toggle }] = useDisclosure(false);
  const tableId = useId();
  const totals = totalsOf(rows);
  if (totals.length === 0) {
    return (
      <Center mih={HEIGHT}>
        <Stack gap="xs" maw="46ch">
          <Text>Nothing was spent in the last {rows.length} days.</Text>
          <Hint>Publishing costs credits; how many depends on the platform. A post that fails costs nothing.</Hint>
          <SmallLink href="/write">Write a post</SmallLink>
        </Stack>
      </Center>
    );
  }
  return (
    <Stack gap="sm">
      <SpendingChart rows={rows} totals={totals} summary={summaryOf(rows, totals)} />
      <Group justify="space-between" gap="xs">
        <Hint>Credits per day; days as in {readersZone}</Hint>
        <Button variant="default" size="xs" onClick={toggle} aria-expanded={isTable} aria-controls={tableId}>
          {isTable ? 'Hide the table' : 'Show as table'}
        </Button>
      </Group>
      <div id={tableId}>
        {isTable ? (
          <>
            <SpendingTable rows={rows} totals={totals} />
            <Hint>In credits. Days without spending are left out.</Hint>
          </>
        ) : null}
      </div>
    </Stack>
  );
}

function summaryOf(rows: readonly SpendingRow[], totals: readonly PartTotal[]): string {
  const all = rows.reduce((sum, { credits }) => sum + credits, 0);
  const most = rows.reduce((highest, row) => (row.credits > highest.credits ? row : highest));
  const parts = totals.map(({ label, credits }) => `${label} ${inCredits(credits)}`).join(', ');
  return `${inCredits(all)} in the last ${rows.length} days, most on ${dayInWords(most.date)} with ${inCredits(most.credits)}: ${parts}`;
}
