import { Group, Text } from '@mantine/core';
import type { PlatformId } from '@social/types';
import { PlatformGlyph } from './platform-glyph.tsx';
import { usePlatformName } from './platform-name.ts';

/** A platform's shape and name. */
export function PlatformLabel({ platform, ...text }: { platform: PlatformId; fw?: number; size?: string }) {
  const nameOf = usePlatformName();
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <PlatformGlyph platform={platform} />
      <Text component="span" inherit {...text}>
        {nameOf(platform)}
      </Text>
    </Group>
  );
}
