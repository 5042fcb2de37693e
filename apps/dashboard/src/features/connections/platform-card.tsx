import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { PlatformId } from '@social/types';
import type { ReactNode, RefObject } from 'react';
import { StateMark, type Tone } from '../../ui/parts/state-mark.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { PlatformGlyph } from '../../ui/platforms/platform-glyph.tsx';

interface PlatformCardProps {
  platform: PlatformId;
  name: string;
  /** Level of the heading. */
  order: 2 | 3;
  state: { tone: Tone; words: string };
  headingRef?: RefObject<HTMLHeadingElement | null> | undefined;
  children: ReactNode;
}

/** A framed card about one platform: its name, its id and its state. */
export function PlatformCard({ platform, name, order, state, headingRef, children }: PlatformCardProps) {
  return (
    <Paper component="article" withBorder p="md" aria-labelledby={`platform-${platform}`}>
      <Stack gap="xs" h="100%">
        <Group gap="xs" wrap="nowrap">
          <PlatformGlyph platform={platform} />
          <Title order={order} size="h5" id={`platform-${platform}`} ref={headingRef} tabIndex={-1}>
            {name}
          </Title>
          <Hint>{platform}</Hint>
        </Group>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <StateMark tone={state.tone} />
          <Text>{state.words}</Text>
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
