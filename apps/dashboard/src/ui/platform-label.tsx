import { Group, Text } from '@mantine/core';
import { type PlatformId, platformFacts } from '@social/types';
import { PlatformGlyph } from './platform-glyph.tsx';

/** A platform: its shape and its word. */
export function PlatformLabel({ platform, ...text }: { platform: PlatformId; fw?: number; size?: string }) {
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <PlatformGlyph platform={platform} />
      <Text component="span" inherit {...text}>
        {platformFacts(platform).label}
      </Text>
    </Group>
  );
}
