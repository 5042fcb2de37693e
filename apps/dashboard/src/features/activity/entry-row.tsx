import { Anchor, Group, Stack, Text } from '@mantine/core';
import { isPlatformId } from '@social/types';
import { Link } from 'wouter';
import { Moment } from '../../ui/moment.tsx';
import { PlatformGlyph } from '../../ui/platform-glyph.tsx';
import { Row } from '../../ui/rows.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import type { LogEntry } from './activity.ts';
import { EntryDetails } from './entry-details.tsx';
import { entryInWords, statusOf, textOf } from './words.ts';

/** One entry: what happened, to which post and profile, how it ended, when; more of it behind a disclosure. */
export function EntryRow({ entry }: { entry: LogEntry }) {
  const words = entryInWords(entry);
  const status = statusOf(entry);
  return (
    <Row>
      <Stack gap={2}>
        <Group gap={8} wrap="nowrap" align="flex-start">
          {entry.platform && isPlatformId(entry.platform) ? <PlatformGlyph platform={entry.platform} /> : null}
          <Text fw={600}>{words}</Text>
        </Group>
        <Group gap="0.1rem 1rem">
          <PostText entry={entry} />
          {entry.platform === null ? null : (
            <Text size="sm" c="dimmed">
              Profile {entry.profileName}
            </Text>
          )}
        </Group>
      </Stack>
      <Group gap="0.25rem 1rem">
        <Group gap={6} wrap="nowrap" miw={{ base: 0, sm: '9.5rem' }}>
          <StateMark tone={status.tone} />
          <Text size="sm">{status.words}</Text>
        </Group>
        <Text size="sm" c="dimmed">
          <Moment at={entry.createdAt} as="time" />
        </Text>
      </Group>
      <EntryDetails entry={entry} summary={words} />
    </Row>
  );
}

function PostText({ entry }: { entry: LogEntry }) {
  const postId = textOf(entry, 'postId');
  const text = textOf(entry, 'text');
  if (postId === undefined) return null;
  return (
    <Anchor component={Link} href={`/posts/${postId}`} size="sm" lineClamp={1} maw="60ch">
      {text ?? 'The post'}
    </Anchor>
  );
}
