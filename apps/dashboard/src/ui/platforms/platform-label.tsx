import { Group, Text } from '@mantine/core';
import type { Target } from '@social/types';
import { PlatformGlyph } from './platform-glyph.tsx';
import { useTargetName } from './target-name.ts';

/** The shape of a target's network, and its name. */
export function PlatformLabel({ target, ...text }: { target: Target; fw?: number; size?: string }) {
  const nameOf = useTargetName();
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <PlatformGlyph target={target} />
      <Text component="span" inherit {...text}>
        {nameOf(target)}
      </Text>
    </Group>
  );
}
