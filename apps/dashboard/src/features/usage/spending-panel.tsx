import { Anchor, Button, Center, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { FailureNotice, TryAgain } from '../../ui/failure-notice.tsx';
import { readersZone } from '../../ui/moment.tsx';
import { inCredits } from '../../ui/quantities.ts';
import { dayInWords, type PartTotal, type SpendingRow, toRows, totalsOf } from './spending.ts';
import { SpendingChart } from './spending-chart.tsx';
import { SpendingTable } from './spending-table.tsx';
import { useSpending } from './usage.ts';

const RANGES = [7, 30, 90];
/** Of the chart with its legend, so that nothing moves when it comes. */
const HEIGHT = 312;

/** What was spent in the last days, as a chart and, behind a button, as a table. */
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
        {spending.isError ? (
          <FailureNotice
            title="The spending could not be read"
            error={spending.error}
            effect="Nothing was changed."
            actions={<TryAgain query={spending} />}
          />
        ) : null}
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
          <Text size="sm" c="dimmed">
            Publishing costs credits, how many depends on the platform. What fails costs nothing.
          </Text>
          <Anchor component={Link} href="/write" size="sm">
            Write a post
          </Anchor>
        </Stack>
      </Center>
    );
  }
  return (
    <Stack gap="sm">
      <SpendingChart rows={rows} totals={totals} summary={summaryOf(rows, totals)} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          Credits per day; days as in {readersZone}
        </Text>
        <Button variant="default" size="xs" onClick={toggle} aria-expanded={isTable} aria-controls={tableId}>
          {isTable ? 'Hide the table' : 'Show as table'}
        </Button>
      </Group>
      <div id={tableId}>
        {isTable ? (
          <>
            <SpendingTable rows={rows} totals={totals} />
            <Text size="sm" c="dimmed">
              In credits. Days without spending are left out.
            </Text>
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
