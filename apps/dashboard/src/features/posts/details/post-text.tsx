import { Paper, Text } from '@mantine/core';
import type { Post } from '../post-standing.ts';
import classes from './post-text.module.css';

/** What a post says, line by line as it was written; a thread part by part. */
export function PostText({ post }: { post: Post }) {
  return (
    <Paper withBorder>
      {[post.text || 'Without text', ...(post.thread ?? [])].map((part, index) => (
        // The parts of a post never change.
        <Text key={index} className={classes['text']} p="md">
          {part}
        </Text>
      ))}
    </Paper>
  );
}
