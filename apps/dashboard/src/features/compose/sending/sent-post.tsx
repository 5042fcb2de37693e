import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { shorten } from '@social/rules';
import { Fragment, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useAccountsOf } from '../../../shared/connections/accounts.ts';
import { type Post, type Standing, standingInWords, standingOf } from '../../../shared/posts/post-standing.ts';
import { PlatformResults } from '../../../shared/posts/results/platform-results.tsx';
import { AccountLabel } from '../../../ui/accounts/account-label.tsx';
import { Moment } from '../../../ui/values/moment.tsx';
import { useSentPost } from './publishing.ts';

interface SentPostProps {
  sent: Post;
  onWriteAnother: () => void;
}

const EXCERPT_LENGTH = 280;

/** Shows the result of a post that was just sent, with the next steps. Its heading takes the focus. */
export default function SentPost({ sent, onWriteAnother }: SentPostProps) {
  const post = useSentPost(sent);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    scrollTo(0, 0);
  }, []);
  return (
    <Stack gap="md">
      <Title order={2} size="h3" ref={heading} tabIndex={-1}>
        {headingOf(post)}
      </Title>
      <Paper withBorder p="md">
        <Text className="written">{shorten(post.text, EXCERPT_LENGTH)}</Text>
        {post.thread ? (
          <Text size="sm" c="dimmed" mt="xs">
            and {post.thread.length} further {post.thread.length === 1 ? 'part' : 'parts'}
          </Text>
        ) : null}
      </Paper>
      {post.status === 'scheduled' && post.scheduledFor ? <Schedule post={post} at={post.scheduledFor} /> : null}
      <PlatformResults post={post} />
      <Group gap="sm">
        <Button onClick={onWriteAnother}>Write another</Button>
        <Button component={Link} href={`/posts/${post.id}`} variant="default">
          See the post
        </Button>
      </Group>
    </Stack>
  );
}

function Schedule({ post, at }: { post: Post; at: string }) {
  const accountOf = useAccountsOf(post.profile);
  return (
    <Text>
      It will be published <Moment at={at} as="distance" />, on <Moment at={at} as="time" />, to{' '}
      {post.platforms.map((target, index) => (
        <Fragment key={target}>
          {index > 0 ? ', ' : ''}
          <AccountLabel {...accountOf(target)} size={20} />
        </Fragment>
      ))}
      . Credits are charged then.
    </Text>
  );
}

const HEADINGS: Partial<Record<Standing, string>> = {
  pending: 'Being published',
  failed: 'Not published',
  unknown: 'Not known whether it was published',
};

function headingOf(post: Post): string {
  const standing = standingOf(post);
  const isPartly = standing === 'unknown' && Object.values(post.platformResults).some(({ ok }) => ok);
  return isPartly ? standingInWords('partial') : (HEADINGS[standing] ?? standingInWords(standing));
}
