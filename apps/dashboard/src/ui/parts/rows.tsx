import { Paper, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './rows.module.css';

/** A framed list. On narrow screens the parts of a row wrap below each other. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Paper withBorder component="ul" aria-label={label} className="plain-list">
      {children}
    </Paper>
  );
}

/** One row, whose first child takes the free space. */
export function Row({ children }: { children: ReactNode }) {
  return <li className={classes.row}>{children}</li>;
}

/** Placeholder for a list that loads. */
export function WaitingRows({ count, height }: { count: number; height: number }) {
  return (
    <Stack gap="xs" aria-hidden>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} h={height} />
      ))}
    </Stack>
  );
}
