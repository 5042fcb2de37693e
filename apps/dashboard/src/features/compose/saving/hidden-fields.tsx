import { Button, Group, Stack, Text } from '@mantine/core';
import type { Target } from '@social/types';
import { memo } from 'react';
import { Notice } from '../../../ui/notices/notice.tsx';
import { useTargetName } from '../../../ui/platforms/target-name.ts';
import type { HiddenFields, Writing } from '../writing.ts';

interface HiddenFieldsNoticeProps {
  hidden: HiddenFields;
  onChange: (change: Pick<Writing, 'hidden'>) => void;
}

interface Fact {
  readonly words: string;
  /** The hidden fields without it; undefined where it cannot be taken out. */
  readonly without?: HiddenFields;
}

/** Names what a draft has besides what the form writes. It stays, and is published too, unless it is taken out. */
export default memo(function HiddenFieldsNotice({ hidden, onChange }: HiddenFieldsNoticeProps) {
  const nameOf = useTargetName();
  const facts = factsOf(hidden, (target) => nameOf(target as Target));
  if (facts.length === 0) return null;
  return (
    <Notice tone="neutral" title="Also in this draft">
      <Stack gap={4} component="ul" className="plain-list">
        {facts.map(({ words, without }) => (
          <Group key={words} component="li" justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm">{words}</Text>
            {without ? (
              <Button
                size="compact-xs"
                variant="default"
                flex="none"
                aria-label={`Take out ${words}`}
                onClick={() => onChange({ hidden: without })}
              >
                Take out
              </Button>
            ) : null}
          </Group>
        ))}
      </Stack>
      <Text size="sm">This form leaves it as it is, and it is published too.</Text>
    </Notice>
  );
});

function factsOf(hidden: HiddenFields, nameOf: (target: string) => string): Fact[] {
  const { overrides = {}, meta = {}, mediaUrls = [], fitMedia, source } = hidden;
  return [
    ...Object.entries(overrides).map(([target, { media = [] }]) => {
      const others = { ...overrides };
      delete others[target];
      const words = countOf(media.length, 'file of its own', 'files of its own');
      return { words: `${nameOf(target)}: ${words}`, without: { ...hidden, overrides: others } };
    }),
    ...Object.entries(meta).map(([name, value]) => {
      const others = Object.fromEntries(Object.entries(meta).filter(([other]) => other !== name));
      return { words: `${name}: ${String(value)}`, without: { ...hidden, meta: others } };
    }),
    ...mediaUrls.map((url) => ({ words: `File for platforms that publish every file: ${url}` })),
    ...(fitMedia === false ? [{ words: 'Files are sent as they are' }] : []),
    ...(source === undefined ? [] : [{ words: `Kept at ${source}` }]),
  ];
}

function countOf(count: number, one: string, many: string): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`;
}
