import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import classes from './compose.module.css';

interface FoldedProps {
  title: string;
  /** Set when it holds something, which is shown at once. */
  isFilled: boolean;
  children: ReactNode;
}

/** A part of the form that few posts need: its fields load once it is opened. */
export function Folded({ title, isFilled, children }: FoldedProps) {
  const [isOpened, setOpened] = useState<boolean>();
  const isOpen = isOpened ?? isFilled;
  return (
    <details
      className={classes['folded']}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>{title}</summary>
      {isOpen ? <Suspense fallback={<Skeleton h={120} />}>{children}</Suspense> : null}
    </details>
  );
}
