import { Anchor, Box, Image, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Schema } from '@social/types';
import { useState } from 'react';
import { FilePlace } from '../../ui/parts/file-place.tsx';
import { Caution, Hint } from '../../ui/parts/text.tsx';
import { inBytes } from '../../ui/values/quantities.ts';
import type { Post } from './post-standing.ts';
import { hasExpired } from './stored-files.ts';

const IMAGES = /\.(jpe?g|png|gif|webp)$/i;
const COPY_NOTES = ['copying_media', 'copied_media', 'copy_failed'];
const VIDEOS = /\.(mp4|mov|webm)$/i;
const DOCUMENTS = /\.(pdf|pptx?|docx?)$/i;

/** The files of a post. Files of other hosts are only linked, because showing them would tell the host. */
export function PostMedia({ post }: { post: Pick<Post, 'media' | 'mediaUrls' | 'notes'> }) {
  const shared = post.mediaUrls?.map((url) => ({ url })) ?? [];
  const items: readonly Schema<'MediaItem'>[] = [...(post.media ?? []), ...shared];
  const copyNotes = post.notes?.filter(({ code }) => COPY_NOTES.includes(code)) ?? [];
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="md">
        {items.map((item) => (
          <Medium key={item.url} item={item} />
        ))}
      </SimpleGrid>
      {copyNotes.map(({ code, message }) =>
        code === 'copy_failed' ? <Caution key={message}>{message}</Caution> : <Hint key={message}>{message}</Hint>,
      )}
    </Stack>
  );
}

/** Says how far the copy of a file of another server is. */
function CopyState({ item: { copy, copyProblem } }: { item: Schema<'MediaItem'> }) {
  if (copy === 'copying') return <Hint>Is being copied, in case its address expires</Hint>;
  if (copy === 'copied') return <Hint>Copied: the post no longer needs its address</Hint>;
  if (copy !== 'failed') return null;
  return (
    <Caution>
      Could not be copied, and is fetched when the post is due: {copyProblem?.message ?? 'the reason is unknown'}
    </Caution>
  );
}

function Medium({ item }: { item: Schema<'MediaItem'> }) {
  const { url, alt, name, bytes } = item;
  const [isGone, setIsGone] = useState(() => hasExpired(url));
  const { origin, host, pathname } = new URL(url);
  const isDocument = DOCUMENTS.test(pathname);
  const kind = isDocument ? 'document' : VIDEOS.test(pathname) ? 'video' : IMAGES.test(pathname) ? 'image' : null;
  const isOwn = origin === location.origin;
  const isShown = isOwn && kind !== null && !isDocument && !isGone;
  return (
    <Stack gap={6}>
      {isShown && kind === 'image' ? (
        <Image
          src={url}
          alt={alt ?? ''}
          h={180}
          radius="md"
          fit="contain"
          bg="gray.1"
          onError={() => setIsGone(true)}
        />
      ) : null}
      {isShown && kind === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: the networks take no captions with a post, so that there is nothing to show
        <video src={url} height={180} controls preload="metadata" onError={() => setIsGone(true)} />
      ) : null}
      {isShown ? null : (
        <Box h={180}>
          <FilePlace kind={kind} name={isOwn ? [name, bytes && inBytes(bytes)].filter(Boolean).join(', ') : host} />
        </Box>
      )}
      {isGone ? (
        <Text size="sm">
          This file is no longer stored here; the networks have their own copies of what was published.
        </Text>
      ) : null}
      {isOwn && (!isDocument || isGone) ? null : (
        <Anchor href={url} title={url} target="_blank" rel="noopener noreferrer" size="sm" lineClamp={3}>
          {isOwn ? 'Download' : url}
        </Anchor>
      )}
      <CopyState item={item} />
      {isDocument && !alt ? null : <Hint>{alt ? `Alt text: ${alt}` : 'Without alt text'}</Hint>}
    </Stack>
  );
}
