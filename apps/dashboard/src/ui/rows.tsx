import { Paper, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './rows.module.css';

/** A framed list of one thing under the other; the parts of a row come to stand below each other where it is narrow. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Paper withBorder component="ul" aria-label={label} className={classes.rows}>
      {children}
    </Paper>
  );
}

/** One thing: its first child takes what space there is. */
export function Row({ children }: { children: ReactNode }) {
  return <li className={classes.row}>{children}</li>;
}

/** Stands where a list will be in a moment. */
export function WaitingRows({ count, height }: { count: number; height: number }) {
  return (
    <Stack gap="xs" aria-hidden>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} h={height} />
      ))}
    </Stack>
  );
}
