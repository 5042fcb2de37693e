import { Anchor, Image, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Schema } from '@social/types';
import { useState } from 'react';
import type { Post } from '../post-standing.ts';

const IMAGES = /\.(jpe?g|png|gif|webp)$/i;
const VIDEOS = /\.(mp4|mov|webm)$/i;

/** The files of a post. Those stored on this server are shown; others are linked, for showing them tells their host. */
export function PostMedia({ post }: { post: Post }) {
  const items: readonly Schema<'MediaItem'>[] = post.media ?? post.mediaUrls?.map((url) => ({ url })) ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="md">
      {items.map((item) => (
        <Medium key={item.url} item={item} />
      ))}
    </SimpleGrid>
  );
}

function Medium({ item: { url, alt } }: { item: Schema<'MediaItem'> }) {
  const [isGone, setIsGone] = useState(false);
  const { origin, pathname } = new URL(url);
  const isOwn = origin === location.origin && !isGone;
  return (
    <Stack gap={4}>
      {isOwn && IMAGES.test(pathname) ? (
        <Image
          src={url}
          alt={alt ?? ''}
          h={180}
          radius="sm"
          fit="contain"
          bg="gray.1"
          onError={() => setIsGone(true)}
        />
      ) : null}
      {isOwn && VIDEOS.test(pathname) ? (
        // biome-ignore lint/a11y/useMediaCaption: the networks take no captions with a post, so there are none to show
        <video src={url} height={180} controls preload="metadata" onError={() => setIsGone(true)} />
      ) : null}
      {isGone ? <Text size="sm">This file is no longer stored here; what was published has its own copy.</Text> : null}
      {isOwn || isGone ? null : (
        <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
          {url}
        </Anchor>
      )}
      <Text size="sm" c="dimmed">
        {alt ? `Alt text: ${alt}` : 'Without alt text'}
      </Text>
    </Stack>
  );
}
