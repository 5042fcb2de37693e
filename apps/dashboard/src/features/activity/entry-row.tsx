import { Anchor, Group, Stack, Text } from '@mantine/core';
import { isPlatformId } from '@social/types';
import { Link } from 'wouter';
import { Row } from '../../ui/parts/rows.tsx';
import { StateMark } from '../../ui/parts/state-mark.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { PlatformGlyph } from '../../ui/platforms/platform-glyph.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import type { LogEntry } from './activity.ts';
import { EntryDetails } from './entry-details.tsx';
import { entryInWords, statusOf, textOf } from './words.ts';

/** One entry: what happened, to which post and profile, the outcome and the time, with its details folded away. */
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
          {entry.platform === null ? null : <Hint>Profile {entry.profileName}</Hint>}
        </Group>
      </Stack>
      <Group gap="0.25rem 1rem">
        <Group gap={6} wrap="nowrap" miw={{ base: 0, sm: '9.5rem' }}>
          <StateMark tone={status.tone} />
          <Text size="sm">{status.words}</Text>
        </Group>
        <Hint>
          <Moment at={entry.createdAt} as="time" />
        </Hint>
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
