import { Anchor, Box, Group, Text } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'wouter';
import { type Post, standingOf, timeOfPost } from '../../../shared/posts/post-standing.ts';
import { Moment, useTicking } from '../../../ui/values/moment.tsx';
import { inCredits } from '../../../ui/values/quantities.ts';
import { PostLabels } from '../post-labels.tsx';
import { PostPlatforms, PostState } from '../post-state.tsx';

import classes from './post-list.module.css';

const SOON_MS = 24 * 3_600_000;
/** Statuses of posts that were never sent and cost nothing. */
const UNSENT: readonly Post['status'][] = ['scheduled', 'canceled', 'missed'];

/**
 * One post of the list: its state, its time, its platforms and its first lines. The whole row leads to it.
 * @param counted what the networks count about it, in short; empty when nothing is known
 */
export const PostRow = memo(function PostRow({ post, counted }: { post: Post; counted: string }) {
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
            {counted === '' ? '' : `${counted} · `}
            {inCredits(post.credits)}
          </Text>
        )}
      </Group>
      <Anchor
        component={Link}
        href={`/posts/${post.id}`}
        className={classes['text']}
        dir="auto"
        c="var(--mantine-color-text)"
        lineClamp={2}
        size="sm"
        underline="never"
      >
        {post.text || 'Without text'}
      </Anchor>
      <PostPlatforms post={post} />
      <PostLabels post={post} />
      {post.held ? (
        <Text size="sm">Restored from a backup: not sent until it is released or gets a new time.</Text>
      ) : null}
    </Box>
  );
});

/** Shows the time of a post: as a distance when it is near, or else as day and time of day. */
function PostWhen({ post }: { post: Post }) {
  const at = timeOfPost(post);
  const isAhead = post.status === 'scheduled';
  useTicking(isAhead);
  const isSoon = isAhead && at.getTime() - Date.now() < SOON_MS;
  return <Moment at={at.toISOString()} as={isSoon ? 'distance' : 'time'} />;
}
