import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Small, soft text that explains what stands next to it. */
export function Hint({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
