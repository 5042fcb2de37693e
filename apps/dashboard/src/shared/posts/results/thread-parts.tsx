import { Group, Stack } from '@mantine/core';
import type { Schema } from '@social/types';
import { NewTabLink } from '../../../ui/parts/links.tsx';
import { StateWords } from '../../../ui/parts/state-mark.tsx';
import { Hint } from '../../../ui/parts/text.tsx';
import { resultState } from './result-state.ts';

/** The parts of a thread on one platform, each with its state and its address. */
export function ThreadParts({ parts, label }: { parts: readonly Schema<'ThreadPart'>[]; label: string }) {
  return (
    <Stack component="ol" className="plain-list" gap={2} aria-label="Parts">
      {parts.map((part) => {
        const { tone, words } = resultState(part);
        return (
          <Group key={part.part} component="li" gap="xs">
            <Hint>
              {part.part} of {parts.length}
            </Hint>
            <StateWords tone={tone}>{words}</StateWords>
            {part.url && part.removedAt === undefined ? (
              <NewTabLink href={part.url}>
                Open part {part.part} on {label} (new tab)
              </NewTabLink>
            ) : null}
          </Group>
        );
      })}
    </Stack>
  );
}
