import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { Schema } from '@social/types';
import { StateMark } from '../../../ui/state-mark.tsx';
import { resultState } from '../results/result-state.ts';
import classes from './thread-parts.module.css';

/** The parts of a thread on one platform: what became of each, and its address there. */
export function ThreadParts({ parts, label }: { parts: readonly Schema<'ThreadPart'>[]; label: string }) {
  return (
    <Stack component="ol" className={classes['parts']} gap={2} aria-label="Parts">
      {parts.map((part) => {
        const { tone, words } = resultState(part);
        return (
          <Group key={part.part} component="li" gap="xs">
            <Text size="sm" c="dimmed">
              {part.part} of {parts.length}
            </Text>
            <Group gap={6} wrap="nowrap">
              <StateMark tone={tone} />
              <Text size="sm">{words}</Text>
            </Group>
            {part.url ? (
              <Anchor href={part.url} target="_blank" rel="noopener" size="sm">
                Open part {part.part} on {label} (new tab)
              </Anchor>
            ) : null}
          </Group>
        );
      })}
    </Stack>
  );
}
