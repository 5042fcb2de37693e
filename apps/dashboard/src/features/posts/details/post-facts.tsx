import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Post } from '../../../shared/posts/post-standing.ts';
import { standingOf } from '../../../shared/posts/post-standing.ts';
import { useProfiles } from '../../../shared/profiles/profiles.ts';
import { Moment } from '../../../ui/values/moment.tsx';
import { inCredits } from '../../../ui/values/quantities.ts';
import { PostState } from '../post-state.tsx';

/** A post's state, its times, its profile and its cost. */
export function PostFacts({ post }: { post: Post }) {
  const profiles = useProfiles();
  const profile = profiles.data?.find(({ slug }) => slug === post.profile)?.name ?? post.profile;
  return (
    <Group gap="4px var(--mantine-spacing-xl)">
      <PostState standing={standingOf(post)} />
      {post.scheduledFor ? (
        <Fact label={post.status === 'scheduled' ? 'Goes out' : 'Was due'}>
          <Moment at={post.scheduledFor} as="time" />
          {post.status === 'scheduled' ? (
            <>
              {' '}
              (<Moment at={post.scheduledFor} as="distance" />)
            </>
          ) : null}
        </Fact>
      ) : null}
      <Fact label="Written">
        <Moment at={post.createdAt} as="time" />
      </Fact>
      <Fact label="Profile">{profile}</Fact>
      <Fact label="Charged">{inCredits(post.credits)}</Fact>
    </Group>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Text size="sm">
      <Text span c="dimmed" inherit>
        {label}
      </Text>{' '}
      {children}
    </Text>
  );
}
