import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, type RefObject, useId } from 'react';

interface SectionProps {
  title: string;
  /** Receives the heading, for a page that gives it the focus. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** Shown in the heading's line. */
  beside?: ReactNode;
  maw?: string;
  children: ReactNode;
}

/** A part of a page under its own heading, which also names it for screen readers. */
export function Section({ title, headingRef, beside, maw, children }: SectionProps) {
  const headingId = useId();
  return (
    <Stack component="section" gap="sm" {...(maw && { maw })} aria-labelledby={headingId}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" id={headingId} ref={headingRef} tabIndex={-1}>
          {title}
        </Title>
        {beside}
      </Group>
      {children}
    </Stack>
  );
}
