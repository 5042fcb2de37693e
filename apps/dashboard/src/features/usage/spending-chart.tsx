import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Box, Group, Paper, Stack, Text } from '@mantine/core';
import { inCredits } from '../../ui/quantities.ts';
import { dayInWords, type PartTotal, type SpendingRow } from './spending.ts';
import { TextureDefinitions, TextureSwatch, textureOf } from './textures.tsx';

const HEIGHT = 240;

interface SpendingChartProps {
  rows: readonly SpendingRow[];
  totals: readonly PartTotal[];
  /** What the chart shows, in one sentence: a screen reader gets this, and the table. */
  summary: string;
}

/** A bar per day, its parts stacked in the order of the legend. Textures tell the parts apart without colours. */
export function SpendingChart({ rows, totals, summary }: SpendingChartProps) {
  const byDate = new Map(rows.map((row) => [row.date, row]));
  return (
    <Stack gap="xs">
      <TextureDefinitions />
      <Box role="img" aria-label={summary}>
        <BarChart
          h={HEIGHT}
          data={rows.map(({ date, parts }) => ({ date, ...parts }))}
          dataKey="date"
          type="stacked"
          series={totals.map(({ part, label }) => ({ name: part, label, color: textureOf(part) }))}
          barProps={{ stroke: 'var(--mantine-color-body)', strokeOpacity: 1, strokeWidth: 1 }}
          maxBarWidth={44}
          barChartProps={{ margin: { top: 10, right: 8 } }}
          accessibilityLayer={false}
          xAxisProps={{ tickFormatter: dayInWords, interval: 'equidistantPreserveEnd', minTickGap: 16 }}
          yAxisProps={{ allowDecimals: false, width: 44 }}
          tooltipProps={{ content: ({ label }) => <DayCard row={byDate.get(String(label))} totals={totals} /> }}
        />
      </Box>
      <Legend totals={totals} />
    </Stack>
  );
}

function Legend({ totals }: { totals: readonly PartTotal[] }) {
  return (
    <Group component="ul" gap="md" p={0} m={0} aria-label="Parts of a bar, the lowest first">
      {totals.map(({ part, label, credits }) => (
        <Group component="li" key={part} gap={6} wrap="nowrap">
          <TextureSwatch part={part} />
          <Text size="sm">
            {label}{' '}
            <Text span c="dimmed" inherit>
              {inCredits(credits)}
            </Text>
          </Text>
        </Group>
      ))}
    </Group>
  );
}

function DayCard({ row, totals }: { row: SpendingRow | undefined; totals: readonly PartTotal[] }) {
  if (!row) return null;
  return (
    <Paper withBorder shadow="sm" p="xs">
      <Text size="sm" fw={600}>
        {dayInWords(row.date)}: {inCredits(row.credits)}
      </Text>
      {/* As the bar is stacked: the last part is at its top. */}
      {totals.toReversed().map(({ part, label }) =>
        row.parts[part] ? (
          <Group key={part} gap={6} wrap="nowrap">
            <TextureSwatch part={part} />
            <Text size="sm">
              {label}: {inCredits(row.parts[part])}
            </Text>
          </Group>
        ) : null,
      )}
    </Paper>
  );
}
