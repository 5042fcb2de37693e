import { Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { isTarget, type Schema } from '@social/types';
import { useAccountsOf } from '../../../shared/connections/accounts.ts';
import type { Post, Standing } from '../../../shared/posts/post-standing.ts';
import { nameOfPart } from '../../../shared/posts/results/part-name.ts';
import { reasonOf } from '../../../shared/posts/results/result-state.ts';
import { StandingMark } from '../../../shared/posts/standing-mark.tsx';
import { AccountLabel } from '../../../ui/accounts/account-label.tsx';
import { ReadFailure } from '../../../ui/notices/failure-notice.tsx';
import { NewTabLink } from '../../../ui/parts/links.tsx';
import { Hint } from '../../../ui/parts/text.tsx';
import { Moment } from '../../../ui/values/moment.tsx';
import { usePostTimeline } from '../post-queries.ts';
import classes from './post-timeline.module.css';

type PostEvent = Schema<'PostEvent'>;

const STEPS: Record<PostEvent['kind'], { words: string; standing: Standing }> = {
  created: { words: 'Accepted by this server', standing: 'pending' },
  scheduled: { words: 'Scheduled', standing: 'scheduled' },
  rescheduled: { words: 'Moved to another time', standing: 'scheduled' },
  held: { words: 'Held back: it came from a restored backup', standing: 'held' },
  released: { words: 'Released', standing: 'scheduled' },
  pending: { words: 'Waits for its turn', standing: 'scheduled' },
  sending: { words: 'Sending', standing: 'pending' },
  postponed: { words: 'Not accepted; retried automatically', standing: 'held' },
  published: { words: 'Published', standing: 'published' },
  failed: { words: 'Not published', standing: 'failed' },
  unknown: { words: 'Sent, but the answer was lost: outcome unknown', standing: 'unknown' },
  missed: { words: 'Missed its time; nothing was sent', standing: 'missed' },
  canceled: { words: 'Canceled', standing: 'canceled' },
  removing: { words: 'Being taken back', standing: 'pending' },
  removed: { words: 'Taken back', standing: 'unpublished' },
  removal_failed: { words: 'Not taken back', standing: 'failed' },
  removal_unknown: { words: 'Asked to delete it, but the answer was lost; looked up again', standing: 'unknown' },
};

/** Lists the steps of a post, each with its account, its time and its result. */
export function PostTimeline({ id, post }: { id: string; post: Post }) {
  const timeline = usePostTimeline(id);
  const accountOf = useAccountsOf(post.profile);
  if (timeline.isPending) return <Skeleton h={180} />;
  if (!timeline.data) return <ReadFailure title="The steps of this post could not be read" query={timeline} />;
  const { events } = timeline.data;
  if (events.length === 0)
    return <Text c="dimmed">The steps of this post are not known: it is older than their recording.</Text>;
  return (
    <Stack component="ol" className="plain-list" gap={0}>
      {events.map((event, index) => (
        // New steps only appear at the end.
        <Step key={index} event={event} results={post.platformResults} accountOf={accountOf} />
      ))}
    </Stack>
  );
}

interface StepProps {
  event: PostEvent;
  /** Results by target, which tell the parts of a thread from the comments. */
  results: Post['platformResults'];
  accountOf: ReturnType<typeof useAccountsOf>;
}

function Step({ event, results, accountOf }: StepProps) {
  const { words, standing } = STEPS[event.kind];
  const { platform, target: account, part, attempt, scheduledFor, nextAttemptAt, url } = event;
  const target = account === undefined ? platform : `${platform}:${account}`;
  // A post that names no account has its result under the platform.
  const result = results[target ?? ''] ?? results[platform ?? ''];
  const partName = part === undefined ? null : result ? nameOfPart(result, part) : `Part ${part}`;
  const reason = reasonOf(event, target);
  return (
    <li className={classes['step']}>
      <Box component="span" className={classes['mark']}>
        <StandingMark standing={standing} />
      </Box>
      <Stack gap={2}>
        <Group gap="2px var(--mantine-spacing-sm)">
          {target !== null && isTarget(target) ? (
            <Text size="sm" component="span" display="inline-flex">
              <AccountLabel {...accountOf(target)} size={20} />
            </Text>
          ) : null}
          {partName ? <Hint>{partName}</Hint> : null}
          <Text size="sm" fw={600}>
            {words}
          </Text>
          {attempt !== undefined && attempt > 1 ? <Text size="sm">attempt {attempt}</Text> : null}
          <Hint>
            <Moment at={event.at} as="second" />
          </Hint>
        </Group>
        {scheduledFor ? (
          <Text size="sm">
            for <Moment at={scheduledFor} as="time" />
          </Text>
        ) : null}
        {reason ? <Text size="sm">{reason}</Text> : null}
        {nextAttemptAt ? (
          <Text size="sm">
            The next attempt is at <Moment at={nextAttemptAt} as="second" />.
          </Text>
        ) : null}
        {url ? <NewTabLink href={url}>Open it (new tab)</NewTabLink> : null}
      </Stack>
    </li>
  );
}
