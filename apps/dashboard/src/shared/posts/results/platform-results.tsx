import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { outcomeOf } from '@social/rules';
import { isTarget, type Schema } from '@social/types';
import { useRef } from 'react';
import { FailureNotice } from '../../../ui/notices/failure-notice.tsx';
import { LiveRegion } from '../../../ui/notices/notice.tsx';
import { Hint } from '../../../ui/parts/text.tsx';
import { inCredits } from '../../../ui/values/quantities.ts';
import { useAccountsOf } from '../../connections/accounts.ts';
import { connectionsAddress } from '../../connections/connections.ts';
import { chooseProfile, useProfiles } from '../../profiles/profiles.ts';
import { useMay } from '../../session/role.ts';
import { useRetryPost } from '../post-changes.ts';
import type { Post } from '../post-standing.ts';
import { allPartsOf } from './part-name.ts';
import { PlatformResult } from './platform-result.tsx';
import classes from './platform-results.module.css';
import { ResolveForm } from './resolve-form.tsx';

type Result = Schema<'PlatformResult'>;

/**
 * The results of a post by target, with actions to retry failed ones and to resolve unknown ones. The caller reads the
 * post again while it is on its way.
 */
export function PlatformResults({ post }: { post: Post }) {
  const profiles = useProfiles();
  const summary = useRef<HTMLParagraphElement>(null);
  const mayPublish = useMay()('publish');
  // The post names its profile by the slug, addresses by the id.
  const profile = profiles.data?.find(({ slug }) => slug === post.profile) ?? chooseProfile(profiles.data ?? [], null);
  const connections = connectionsAddress(profile ? { profileId: profile.id } : {});
  const accountOf = useAccountsOf(post.profile);
  const results = Object.entries(post.platformResults);
  if (results.length === 0) return null;
  return (
    <Stack gap="sm">
      <LiveRegion>
        <Text ref={summary} tabIndex={-1}>
          {summaryOf(post)}
        </Text>
      </LiveRegion>
      <Paper component="ul" withBorder className="plain-list" aria-label="Results">
        {results.map(([target, result]) =>
          isTarget(target) ? (
            <li key={target} className={classes['row']}>
              <PlatformResult
                target={target}
                account={accountOf(target, result.account)}
                result={result}
                connectionsAddress={connections}
              >
                {result.state === 'unknown' && post.id !== null && mayPublish ? (
                  <ResolveForm
                    key={unknownPart(result)}
                    postId={post.id}
                    target={target}
                    part={unknownPart(result)}
                    subject={isComment(result) ? 'comment' : 'post'}
                    onResolved={() => summary.current?.focus()}
                  />
                ) : null}
              </PlatformResult>
            </li>
          ) : null,
        )}
      </Paper>
      {mayPublish ? <RetryFailed post={post} onRetried={() => summary.current?.focus()} /> : null}
    </Stack>
  );
}

/** Returns the first part or comment whose outcome is unknown, which the form asks about. */
function unknownPart(result: Result): number | undefined {
  return allPartsOf(result).find(({ state }) => state === 'unknown')?.part;
}

/** Returns true when the form asks about a comment. */
function isComment({ parts = [], comments = [] }: Result): boolean {
  return comments.length > 0 && parts.every(({ state }) => state !== 'unknown');
}

/** "1 of 2 published, 1 failed; 3 credits". */
function summaryOf({ platformResults, credits }: Post): string {
  const results = Object.values(platformResults);
  const count = (...states: string[]) => results.filter(({ state }) => states.includes(state)).length;
  const removed = results.filter(({ removedAt }) => removedAt !== undefined).length;
  const parts = [
    `${count('published')} of ${results.length} published`,
    ...(['failed', 'unknown'] as const).flatMap((state) =>
      count(state) > 0 ? [`${count(state)} ${state === 'failed' ? 'failed' : 'not known'}`] : [],
    ),
    ...(removed > 0 ? [`${removed} taken back`] : []),
    ...(count('sending') > 0 ? [`${count('sending')} on the way`] : []),
  ];
  return `${parts.join(', ')}; ${inCredits(credits)} charged.`;
}

function RetryFailed({ post, onRetried }: { post: Post; onRetried: () => void }) {
  const retry = useRetryPost();
  const failed = Object.values(post.platformResults).filter(({ state }) => state === 'failed');
  return (
    <>
      <FailureNotice
        title="Not retried"
        error={retry.error}
        effect="Nothing was sent or charged."
        uncertain="It may have been sent. Press again: nothing is posted twice."
      />
      {failed.length > 0 && outcomeOf(post) !== 'unpublished' ? (
        <Group gap="sm">
          <Button
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate(post, { onSuccess: onRetried })}
          >
            Retry what failed
          </Button>
          {failed.every(({ retryable }) => !retryable) ? (
            <Hint>It will fail again unless the cause is fixed.</Hint>
          ) : null}
        </Group>
      ) : null}
    </>
  );
}
