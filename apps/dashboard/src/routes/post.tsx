import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { failureCode } from '../api/failures.ts';
import { PostFacts } from '../features/posts/details/post-facts.tsx';
import { PostMedia } from '../features/posts/details/post-media.tsx';
import { PostSchedule } from '../features/posts/details/post-schedule.tsx';
import { PostText } from '../features/posts/details/post-text.tsx';
import { PostTimeline } from '../features/posts/details/post-timeline.tsx';
import { usePost } from '../features/posts/post.ts';
import type { Post } from '../features/posts/post-standing.ts';
import { PostPlatforms } from '../features/posts/post-state.tsx';
import { PlatformResults } from '../features/posts/results/platform-results.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice, TryAgain } from '../ui/failure-notice.tsx';
import { Page } from '../ui/page.tsx';

/** One post: what it says, what became of it, what can still be done about it, and what happened step by step. */
export default function PostPage({ id }: { id: string }) {
  const post = usePost(id);
  const isAbsent = failureCode(post.error) === 'not_found';
  const back = (
    <Anchor component={Link} href="/" size="sm">
      All posts
    </Anchor>
  );
  return (
    <Page heading="Post" beside={back}>
      {post.isPending ? <Skeleton h={420} /> : null}
      {post.isError && isAbsent ? (
        <EmptyState
          title="There is no such post"
          action={
            <Button component={Link} href="/" variant="default">
              See all posts
            </Button>
          }
        >
          The address may be mistyped, or the post may belong to another account.
        </EmptyState>
      ) : null}
      {post.isError && !isAbsent ? (
        <FailureNotice
          title="The post could not be read"
          error={post.error}
          effect={post.data ? 'Nothing was changed; what is shown below may be old.' : 'Nothing was changed.'}
          actions={<TryAgain query={post} />}
        />
      ) : null}
      {post.data && !isAbsent ? <ShownPost id={id} post={post.data} /> : null}
    </Page>
  );
}

function ShownPost({ id, post }: { id: string; post: Post }) {
  const hasMedia = (post.media ?? post.mediaUrls ?? []).length > 0;
  const hasResults = Object.keys(post.platformResults).length > 0;
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <PostFacts post={post} />
        {post.held ? (
          <Text size="sm">
            A restored backup brought this post back. It is not sent before the operator runs “social-server release” or
            it gets a new time here.
          </Text>
        ) : null}
        <PostText post={post} />
        {hasMedia ? <PostMedia post={post} /> : null}
        <PostSchedule post={post} />
      </Stack>
      <Section title={hasResults ? 'Results' : 'Platforms'}>
        {hasResults ? <PlatformResults post={post} /> : <PostPlatforms post={post} />}
      </Section>
      <Section title="What happened">
        <PostTimeline id={id} />
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
