import { Group } from '@mantine/core';
import { PostState } from '../../posts/post-state.tsx';

const SHOWN = [
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

/** Explains the marks in the calendar. */
export function Legend() {
  return (
    <Group component="ul" aria-label="Marks" gap="4px var(--mantine-spacing-lg)" m={0} p={0}>
      {SHOWN.map((standing) => (
        <Group component="li" key={standing} display="inline-flex">
          <PostState standing={standing} />
        </Group>
      ))}
    </Group>
  );
}
