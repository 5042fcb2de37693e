import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';
import { addressOf } from '../../shared/posts/post-filters.ts';
import type { Post } from '../../shared/posts/post-standing.ts';
import classes from './post-labels.module.css';

/** The labels of a post, each of which leads to all posts that have it. */
export function PostLabels({ post: { labels = [] } }: { post: Post }) {
  if (labels.length === 0) return null;
  return (
    <Group gap={6}>
      {labels.map((label) => (
        <Anchor
          key={label}
          component={Link}
          href={addressOf({ label })}
          className={classes['label']}
          size="xs"
          underline="never"
          aria-label={`Label ${label}: show the posts that have it`}
        >
          {label}
        </Anchor>
      ))}
    </Group>
  );
}
