import { Paper, Text } from '@mantine/core';
import type { Post } from './post-standing.ts';
import classes from './post-text.module.css';

/** The text of a post with its line breaks, or the parts of a thread. */
export function PostText({ post }: { post: Pick<Post, 'text' | 'thread'> }) {
  return (
    <Paper withBorder>
      {[post.text || 'Without text', ...(post.thread ?? [])].map((part, index) => (
        // The parts of a post never change.
        <Text key={index} className={`written ${classes['text']}`} p="md">
          {part}
        </Text>
      ))}
    </Paper>
  );
}
