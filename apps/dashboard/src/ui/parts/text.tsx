import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { StateMark } from './state-mark.tsx';

/** Small, soft text that explains what stands next to it. */
export function Hint({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

/** Small text about what the reader may not expect. */
export function Caution({ children }: { children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" fz="sm" c="var(--social-warning)">
      <StateMark tone="warning" />
      <span>{children}</span>
    </Group>
  );
}
