import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { failureCode } from '../../api/failures.ts';
import { PostCounters } from '../../features/counters/post-counters.tsx';
import { EditableLabels } from '../../features/posts/details/editable-labels.tsx';
import { PostFacts } from '../../features/posts/details/post-facts.tsx';
import { PostSchedule } from '../../features/posts/details/post-schedule.tsx';
import { PostTimeline } from '../../features/posts/details/post-timeline.tsx';
import { TakeBack } from '../../features/posts/details/take-back.tsx';
import { usePost } from '../../features/posts/post-queries.ts';
import { PostPlatforms } from '../../features/posts/post-state.tsx';
import { PostComments } from '../../shared/posts/post-comments.tsx';
import { PostMedia } from '../../shared/posts/post-media.tsx';
import { PostPoll } from '../../shared/posts/post-poll.tsx';
import type { Post } from '../../shared/posts/post-standing.ts';
import { PostText } from '../../shared/posts/post-text.tsx';
import { PlatformResults } from '../../shared/posts/results/platform-results.tsx';
import { settingFacts } from '../../shared/posts/setting-facts.tsx';
import { useMay } from '../../shared/session/role.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { SmallLink } from '../../ui/parts/links.tsx';

/** One post: its text, its results with the actions they offer, and its steps. */
export default function PostPage({ id }: { id: string }) {
  const post = usePost(id);
  const isAbsent = failureCode(post.error) === 'not_found';
  const back = <SmallLink href="/">All posts</SmallLink>;
  return (
    <Page heading="Post" beside={back}>
      {post.isPending ? <Skeleton h={420} /> : null}
      {post.isError && isAbsent ? (
        <EmptyState
          drawing="lost"
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
      {isAbsent ? null : <ReadFailure title="The post could not be read" query={post} />}
      {post.data && !isAbsent ? <ShownPost id={id} post={post.data} /> : null}
    </Page>
  );
}

function ShownPost({ id, post }: { id: string; post: Post }) {
  const may = useMay();
  const hasMedia = (post.media ?? post.mediaUrls ?? []).length > 0;
  const results = Object.values(post.platformResults);
  const hasResults = results.length > 0;
  // Of a thread the first part counts.
  const published = results.filter(({ state, parts }) => (parts?.[0]?.state ?? state) === 'published').length;
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <PostFacts post={post} />
        <EditableLabels post={post} />
        {post.held ? (
          <Text size="sm">
            A restored backup brought this post back. It is not sent until the operator runs “social-server release” or
            you give it a new time here.
          </Text>
        ) : null}
        <PostText post={post} />
        {post.poll ? <PostPoll poll={post.poll} /> : null}
        {hasMedia ? <PostMedia post={post} /> : null}
        {post.comments ? <PostComments comments={post.comments} /> : null}
        <Facts facts={settingFacts(post)} />
        {may('publish') ? <PostSchedule post={post} /> : null}
      </Stack>
      <Section title={hasResults ? 'Results' : 'Accounts'}>
        {hasResults ? <PlatformResults post={post} /> : <PostPlatforms post={post} />}
        {may('publish') ? <TakeBack post={post} /> : null}
      </Section>
      {published > 0 ? <PostCounters id={id} profile={post.profile} count={published} /> : null}
      <Section title="What happened">
        <PostTimeline id={id} post={post} />
      </Section>
    </Stack>
  );
}
