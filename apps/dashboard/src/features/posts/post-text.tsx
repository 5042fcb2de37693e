import { Paper, Text } from '@mantine/core';
import type { Post } from './post-standing.ts';
import classes from './post-text.module.css';

/** What a post says, line by line as it was written. */
export function PostText({ post }: { post: Post }) {
  return (
    <Paper withBorder p="md">
      <Text className={classes['text']}>{post.text || 'Without text'}</Text>
    </Paper>
  );
}
