import { Button, CloseButton, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import classes from './compose.module.css';

interface TextListProps {
  /** Each of the texts, for example "comment". */
  noun: string;
  add: string;
  texts: readonly string[];
  fewest: number;
  most: number;
  maxLength: number;
  /** Set for texts of several lines. */
  isLong?: boolean;
  /** Shown below each text. */
  below?: readonly ReactNode[];
  onChange: (texts: string[]) => void;
}

/** Texts in their order, each in a field of its own. */
export function TextList({ noun, add, texts, fewest, most, maxLength, isLong, below, onChange }: TextListProps) {
  const list = useRef<HTMLDivElement>(null);
  const shown = texts.length === 0 ? [''] : texts;
  const label = (index: number) => `${noun} ${index + 1}`;
  // The field is there after the next rendering.
  const focus = (index: number) =>
    setTimeout(() => list.current?.querySelectorAll<HTMLElement>('input, textarea')[index]?.focus());
  const remove = (index: number) => {
    onChange(texts.toSpliced(index, 1));
    focus(Math.max(0, Math.min(index, texts.length - 2)));
  };
  const append = () => {
    onChange([...shown, '']);
    focus(shown.length);
  };
  const Field = isLong ? Textarea : TextInput;
  const long = isLong && { className: classes['growing'] ?? '', style: { '--rows': 2 }, rows: 2 };
  return (
    <Stack ref={list} gap="xs" role="group" aria-label={`${noun}s`}>
      {shown.map((text, index) => (
        <Stack key={index} gap={4}>
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <Field
              {...long}
              label={label(index)}
              flex={1}
              miw={0}
              maxLength={maxLength}
              value={text}
              onChange={({ currentTarget }: { currentTarget: { value: string } }) =>
                onChange(shown.with(index, currentTarget.value))
              }
            />
            {texts.length > fewest ? (
              <CloseButton
                size={36}
                aria-label={`Remove ${label(index).toLowerCase()}`}
                onClick={() => remove(index)}
              />
            ) : null}
          </Group>
          {below?.[index]}
        </Stack>
      ))}
      {shown.length < most ? (
        <Group>
          <Button variant="default" size="xs" onClick={append}>
            {add}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
