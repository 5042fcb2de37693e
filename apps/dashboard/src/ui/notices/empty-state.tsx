import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '../drawings/drawing.tsx';

interface EmptyStateProps {
  drawing?: DrawingName;
  title: string;
  /** Says what this place is for and what to do first. */
  children: ReactNode;
  /** The button or link that does it. */
  action?: ReactNode;
}

/** Fills a place that has no content yet. */
export function EmptyState({ drawing = 'posts', title, children, action }: EmptyStateProps) {
  return (
    <Paper withBorder p="xl">
      <Stack align="flex-start" gap="sm">
        <Drawing name={drawing} />
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" component="div" maw="60ch">
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
