import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import { type Post, standingInWords, standingOf, timeOf } from '../posts/post-standing.ts';
import { StandingMark } from '../posts/standing-mark.tsx';
import classes from './calendar.module.css';

const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A post in its day: how it stands, when, its first words. Leads to it. */
export function CalendarEntry({ post }: { post: Post }) {
  const words = standingInWords(standingOf(post));
  return (
    <Anchor
      component={Link}
      href={`/posts/${post.id}`}
      className={classes['entry']}
      c="var(--mantine-color-text)"
      underline="hover"
      size="xs"
      title={`${words}: ${post.text.slice(0, 200)}`}
    >
      <StandingMark standing={standingOf(post)} />
      <VisuallyHidden>{words}</VisuallyHidden>
      <Text component="span" inherit fw={600}>
        {timeOfDay.format(timeOf(post))}
      </Text>
      <Text component="span" inherit truncate>
        {post.text || 'Without text'}
      </Text>
    </Anchor>
  );
}
