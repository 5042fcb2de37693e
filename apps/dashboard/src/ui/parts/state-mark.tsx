import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Meaning of a state for the reader; each tone has its own shape, so that nobody needs colors to tell them apart. */
export type Tone = 'ok' | 'warning' | 'off';

const SHAPES: Record<Tone, string> = {
  ok: 'M3 8.5l3.2 3.2L13 4.8',
  warning: 'M8 2.2l6.3 11.3H1.7zM8 6.5v3M8 11.4v.2',
  off: 'M8 2.8a5.2 5.2 0 1 0 .01 0z',
};

/** A small shape next to words that say the same. @param shape a path on a grid of 16 by 16; by default the tone's */
export function StateMark({ tone, shape = SHAPES[tone] }: { tone: Tone; shape?: string }) {
  return (
    <svg className={`mark mark-${tone}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={shape} />
    </svg>
  );
}

/** A state in words, behind its mark. */
export function StateWords({ tone, children, fw }: { tone: Tone; children: ReactNode; fw?: number }) {
  return (
    <Group gap={6} wrap="nowrap">
      <StateMark tone={tone} />
      <Text size="sm" {...(fw && { fw })}>
        {children}
      </Text>
    </Group>
  );
}
