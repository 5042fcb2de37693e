import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Box, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { inCredits } from '../../ui/values/quantities.ts';
import { dayInWords, type PartTotal, type SpendingRow } from './spending.ts';
import classes from './spending-chart.module.css';
import { TextureDefinitions, TextureSwatch, textureOf } from './textures.tsx';

const HEIGHT = 240;
const WEEK = 7;
/** Width below which the textures of the bars would look alike. */
const MIN_DAY_WIDTH_PX = 9;
/** Number of days that have this width on every screen. */
const MAX_DAYS_WITHOUT_SCROLLING = 31;

interface SpendingChartProps {
  rows: readonly SpendingRow[];
  totals: readonly PartTotal[];
  /** Describes the chart in one sentence for screen readers, which also get the table. */
  summary: string;
}

/** One bar for each day, its parts stacked in the order of the legend. Textures distinguish the parts without colors. */
export function SpendingChart({ rows, totals, summary }: SpendingChartProps) {
  const byDate = new Map(rows.map((row) => [row.date, row]));
  return (
    <Stack gap="xs">
      <TextureDefinitions />
      <SidewaysScroll days={rows.length}>
        <Box role="img" aria-label={summary} miw={rows.length * MIN_DAY_WIDTH_PX}>
          <BarChart
            h={HEIGHT}
            data={rows.map(({ date, parts }) => ({ date, ...parts }))}
            dataKey="date"
            type="stacked"
            series={totals.map(({ part, label }) => ({ name: part, label, color: textureOf(part) }))}
            barProps={{ stroke: 'var(--mantine-color-body)', strokeOpacity: 1, strokeWidth: 1 }}
            maxBarWidth={44}
            barChartProps={{ margin: { top: 10, right: 20 } }}
            accessibilityLayer={false}
            xAxisProps={{ tickFormatter: dayInWords, ticks: ticksOf(rows), interval: 'preserveEnd', minTickGap: 4 }}
            yAxisProps={{ allowDecimals: false, width: 44 }}
            tooltipProps={{ content: ({ label }) => <DayCard row={byDate.get(String(label))} totals={totals} /> }}
          />
        </Box>
      </SidewaysScroll>
      <Legend totals={totals} />
    </Stack>
  );
}

/** Returns the days to label: every day of a week, or in a longer range today and the same weekday before. */
function ticksOf(rows: readonly SpendingRow[]): string[] {
  const step = rows.length > WEEK ? WEEK : 1;
  return rows.filter((_, index) => (rows.length - 1 - index) % step === 0).map(({ date }) => date);
}

/** Makes many days scroll on a narrow screen, with today, at the end, shown first. */
function SidewaysScroll({ days, children }: { days: number; children: ReactNode }) {
  const isReachable = days > MAX_DAYS_WITHOUT_SCROLLING;
  return (
    <div
      className={classes.scroll}
      {...(isReachable ? { role: 'group', tabIndex: 0, 'aria-label': 'Chart, scrolls sideways' } : {})}
    >
      {children}
    </div>
  );
}

function Legend({ totals }: { totals: readonly PartTotal[] }) {
  return (
    <Group component="ul" gap="0.25rem 1rem" p={0} m={0} aria-label="Parts of a bar, the lowest first">
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
      <Text size="xs" fw={600}>
        {dayInWords(row.date)}: {inCredits(row.credits)}
      </Text>
      {/* In the order of the stacked bar, where the last part is at the top. */}
      {totals.toReversed().map(({ part, label }) =>
        row.parts[part] ? (
          <Group key={part} gap={6} wrap="nowrap">
            <TextureSwatch part={part} />
            <Text size="xs">
              {label}: {inCredits(row.parts[part])}
            </Text>
          </Group>
        ) : null,
      )}
    </Paper>
  );
}
