import { Anchor, Box, Group, Text } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'wouter';
import { inCredits } from '../../../ui/quantities.ts';
import type { Post } from '../post-standing.ts';
import { standingOf } from '../post-standing.ts';
import { PostPlatforms, PostState } from '../post-state.tsx';
import { PostWhen } from '../post-when.tsx';
import classes from './post-list.module.css';

/** Statuses of posts that nothing was tried with: they have no cost to tell of. */
const UNSENT: readonly Post['status'][] = ['scheduled', 'canceled', 'missed'];

/** One post of the list: how it stands, when, where, its first lines. The whole row leads to it. */
export const PostRow = memo(function PostRow({ post }: { post: Post }) {
  return (
    <Box className={classes['row']}>
      <Group justify="space-between" gap="2px var(--mantine-spacing-sm)">
        <Group gap="2px var(--mantine-spacing-md)">
          <PostState standing={standingOf(post)} />
          <Text size="sm" c="dimmed" component="span">
            <PostWhen post={post} />
          </Text>
        </Group>
        {UNSENT.includes(post.status) ? null : (
          <Text size="sm" c="dimmed" component="span">
            {inCredits(post.credits)}
          </Text>
        )}
      </Group>
      <Anchor
        component={Link}
        href={`/posts/${post.id}`}
        className={classes['text']}
        c="var(--mantine-color-text)"
        lineClamp={2}
        size="sm"
        underline="never"
      >
        {post.text || 'Without text'}
      </Anchor>
      <PostPlatforms post={post} />
      {post.held ? (
        <Text size="sm">Restored from a backup: not sent before it is released or gets a new time.</Text>
      ) : null}
    </Box>
  );
});
