import { Group, Text, VisuallyHidden } from '@mantine/core';
import { type PlatformId, platformName } from '@social/types';
import { PlatformGlyph } from '../../ui/platforms/platform-glyph.tsx';
import { type Post, resultInWords, type Standing, standingInWords } from './post-standing.ts';
import { StandingMark } from './standing-mark.tsx';

/** The state of a post as mark and words. */
export function PostState({ standing }: { standing: Standing }) {
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <StandingMark standing={standing} />
      <Text component="span" size="sm" fw={600}>
        {standingInWords(standing)}
      </Text>
    </Group>
  );
}

/** The platforms of a post, each with its mark. Screen readers and tooltips explain the mark. */
export function PostPlatforms({ post }: { post: Post }) {
  return (
    <Group component="span" gap="2px var(--mantine-spacing-md)" display="inline-flex">
      {post.platforms.map((platform) => (
        <PostPlatform key={platform} post={post} platform={platform} />
      ))}
    </Group>
  );
}

function PostPlatform({ post, platform }: { post: Post; platform: PlatformId }) {
  const { words, standing } = resultInWords(post, platform);
  return (
    <Group component="span" gap={5} wrap="nowrap" display="inline-flex" title={words}>
      <PlatformGlyph platform={platform} />
      <Text component="span" size="sm">
        {platformName(platform)}
      </Text>
      {post.status === 'scheduled' ? null : <StandingMark standing={standing} />}
      <VisuallyHidden>{words}</VisuallyHidden>
    </Group>
  );
}
