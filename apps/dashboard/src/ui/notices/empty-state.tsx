import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** Says what this place is for and what to do first. */
  children: ReactNode;
  /** The button or link that does it. */
  action?: ReactNode;
}

/** Fills a place that has no content yet. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Paper withBorder p="xl">
      <Stack align="flex-start" gap="sm">
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
