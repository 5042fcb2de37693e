import { Group, Stack } from '@mantine/core';
import type { Schema } from '@social/types';
import { NewTabLink } from '../../../ui/parts/links.tsx';
import { StateWords } from '../../../ui/parts/state-mark.tsx';
import { Hint } from '../../../ui/parts/text.tsx';
import { allPartsOf, nameOfPart } from './part-name.ts';
import { resultState } from './result-state.ts';

/** The parts of a thread on one platform, and the comments below it, each with its state and its address. */
export function ThreadParts({ result, label }: { result: Schema<'PlatformResult'>; label: string }) {
  return (
    <Stack component="ol" className="plain-list" gap={2} aria-label={result.comments ? 'Post and comments' : 'Parts'}>
      {allPartsOf(result).map((part) => {
        const name = nameOfPart(result, part.part);
        const { tone, words } = resultState(part);
        return (
          <Group key={part.part} component="li" gap="xs">
            <Hint>{name ?? 'Post'}</Hint>
            <StateWords tone={tone}>{words}</StateWords>
            {part.url && part.removedAt === undefined ? (
              <NewTabLink href={part.url}>
                Open {inSentence(name)} on {label} (new tab)
              </NewTabLink>
            ) : null}
          </Group>
        );
      })}
    </Stack>
  );
}

/** "part 2", "comment 1" or "the post". */
function inSentence(name: string | null): string {
  return name?.replace(/ of .*/, '').toLowerCase() ?? 'the post';
}
