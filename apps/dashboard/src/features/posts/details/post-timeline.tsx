import { Anchor, Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { isPlatformId, type Schema } from '@social/types';
import { FailureNotice, TryAgain } from '../../../ui/failure-notice.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { PlatformLabel } from '../../../ui/platform-label.tsx';
import { usePostTimeline } from '../post.ts';
import type { Standing } from '../post-standing.ts';
import { reasonOf } from '../results/result-state.ts';
import { StandingMark } from '../standing-mark.tsx';
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
  postponed: { words: 'Not accepted; tried again by itself', standing: 'held' },
  published: { words: 'Published', standing: 'published' },
  failed: { words: 'Not published', standing: 'failed' },
  unknown: { words: 'Sent, but the answer was lost: not known', standing: 'unknown' },
  missed: { words: 'Missed its time; nothing was sent', standing: 'missed' },
  canceled: { words: 'Canceled', standing: 'canceled' },
};

/** What happened to a post, step by step, each with its platform, its time and what came of it. */
export function PostTimeline({ id }: { id: string }) {
  const timeline = usePostTimeline(id);
  if (timeline.isPending) return <Skeleton h={180} />;
  if (timeline.isError && !timeline.data) {
    return (
      <FailureNotice
        title="What happened could not be read"
        error={timeline.error}
        effect="Nothing was changed."
        actions={<TryAgain query={timeline} />}
      />
    );
  }
  const events = timeline.data?.events ?? [];
  if (events.length === 0) return <Text c="dimmed">This post is older than the keeping of its steps.</Text>;
  return (
    <Stack component="ol" className={classes['steps']} gap={0}>
      {events.map((event, index) => (
        // Steps are only ever added at the end.
        <Step key={index} event={event} />
      ))}
    </Stack>
  );
}

function Step({ event }: { event: PostEvent }) {
  const { words, standing } = STEPS[event.kind];
  const { platform, part, attempt, scheduledFor, nextAttemptAt, url } = event;
  const reason = reasonOf(event, event.platform);
  return (
    <li className={classes['step']}>
      <Box component="span" className={classes['mark']}>
        <StandingMark standing={standing} />
      </Box>
      <Stack gap={2}>
        <Group gap="2px var(--mantine-spacing-sm)">
          {platform && isPlatformId(platform) ? (
            <Text size="sm" component="span">
              <PlatformLabel platform={platform} />
            </Text>
          ) : null}
          {part === undefined ? null : (
            <Text size="sm" c="dimmed">
              part {part}
            </Text>
          )}
          <Text size="sm" fw={600}>
            {words}
          </Text>
          {attempt !== undefined && attempt > 1 ? <Text size="sm">attempt {attempt}</Text> : null}
          <Text size="sm" c="dimmed">
            <Moment at={event.at} as="second" />
          </Text>
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
        {url ? (
          <Anchor href={url} target="_blank" rel="noopener" size="sm">
            Open it (new tab)
          </Anchor>
        ) : null}
      </Stack>
    </li>
  );
}
