import { Group, Text } from '@mantine/core';
import { standingInWords } from '../../../shared/posts/post-standing.ts';
import { EntryMark } from './entry-mark.tsx';

const SHOWN = [
  'draft',
  'scheduled',
  'published',
  'partial',
  'failed',
  'unknown',
  'missed',
  'canceled',
  'unpublished',
  'held',
] as const;

function wordsOf(state: (typeof SHOWN)[number]): string {
  if (state === 'draft') return 'Draft';
  return state === 'held' ? 'Held back: a restored backup waits for your decision' : standingInWords(state);
}

/** Explains the marks in the calendar. */
export function Legend() {
  return (
    <Group component="ul" aria-label="Marks" gap="4px var(--mantine-spacing-lg)" m={0} p={0}>
      {SHOWN.map((state) => (
        <Group component="li" key={state} display="inline-flex" gap={6} wrap="nowrap">
          <EntryMark state={state} />
          <Text component="span" size="sm" c="dimmed">
            {wordsOf(state)}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
