import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { isPlatformId, type Schema } from '@social/types';
import { useRef } from 'react';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { LiveRegion } from '../../../ui/notice.tsx';
import { inCredits } from '../../../ui/quantities.ts';
import { chooseProfile, useProfiles } from '../../profiles/profiles.ts';
import { useRetryPost } from '../post-changes.ts';
import { PlatformResult } from './platform-result.tsx';
import classes from './platform-results.module.css';
import { ResolveForm } from './resolve-form.tsx';

type Post = Schema<'Post'>;
type Result = Schema<'PlatformResult'>;

/**
 * What became of a post, platform by platform, with what can be done: retry what failed, settle what is not known. The
 * post is the caller's; while it is on its way the caller reads it again.
 */
export function PlatformResults({ post }: { post: Post }) {
  const profiles = useProfiles();
  const summary = useRef<HTMLParagraphElement>(null);
  // The results name the profile by its slug, addresses by its id.
  const profile = profiles.data?.find(({ slug }) => slug === post.profile) ?? chooseProfile(profiles.data ?? [], null);
  const connections = profile ? `/connections?${new URLSearchParams({ profileId: profile.id })}` : '/connections';
  const results = Object.entries(post.platformResults);
  if (results.length === 0) return null;
  return (
    <Stack gap="sm">
      <LiveRegion>
        <Text ref={summary} tabIndex={-1}>
          {summaryOf(post)}
        </Text>
      </LiveRegion>
      <Paper component="ul" withBorder className={classes['list']} aria-label="Results">
        {results.map(([platform, result]) =>
          isPlatformId(platform) ? (
            <li key={platform} className={classes['row']}>
              <PlatformResult platform={platform} result={result} connectionsAddress={connections}>
                {result.state === 'unknown' && post.id !== null ? (
                  <ResolveForm
                    key={unknownPart(result)}
                    postId={post.id}
                    platform={platform}
                    part={unknownPart(result)}
                    onSettled={() => summary.current?.focus()}
                  />
                ) : null}
              </PlatformResult>
            </li>
          ) : null,
        )}
      </Paper>
      <RetryFailed post={post} onRetried={() => summary.current?.focus()} />
    </Stack>
  );
}

/** The part of a thread that is asked about: the first whose outcome is unknown. */
function unknownPart({ parts }: Result): number | undefined {
  return parts?.find(({ state }) => state === 'unknown')?.part;
}

/** "1 of 2 published, 1 failed; 3 credits". */
function summaryOf({ platformResults, credits }: Post): string {
  const results = Object.values(platformResults);
  const count = (...states: string[]) => results.filter(({ state }) => states.includes(state)).length;
  const parts = [
    `${count('published')} of ${results.length} published`,
    ...(['failed', 'unknown'] as const).flatMap((state) =>
      count(state) > 0 ? [`${count(state)} ${state === 'failed' ? 'failed' : 'not known'}`] : [],
    ),
    ...(count('sending') > 0 ? [`${count('sending')} on the way`] : []),
  ];
  return `${parts.join(', ')}; ${inCredits(credits)} charged.`;
}

function RetryFailed({ post, onRetried }: { post: Post; onRetried: () => void }) {
  const retry = useRetryPost();
  const failed = Object.values(post.platformResults).filter(({ state }) => state === 'failed');
  if (failed.length === 0 && !retry.isError) return null;
  return (
    <>
      {retry.isError ? (
        <FailureNotice
          title="Not retried"
          error={retry.error}
          effect="Nothing was sent or charged."
          uncertain="It may have been sent. Press again: nothing can be posted twice."
        />
      ) : null}
      {failed.length > 0 ? (
        <Group gap="sm">
          <Button
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate(post, { onSuccess: onRetried })}
          >
            Retry what failed
          </Button>
          {failed.every(({ retryable }) => !retryable) ? (
            <Text size="sm" c="dimmed">
              It will fail again unless its reason is gone.
            </Text>
          ) : null}
        </Group>
      ) : null}
    </>
  );
}
