import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import type { Schema, Target } from '@social/types';
import { useRef } from 'react';
import { TextList } from '../text-list.tsx';
import type { Writing } from '../writing.ts';
import { LengthField } from './length-field.tsx';
import { PollLimits } from './poll-limits.tsx';

export interface PollProps {
  /** The chosen targets. */
  platforms: readonly Target[];
  poll: Writing['poll'];
  onChange: (change: Pick<Writing, 'poll'>) => void;
}

const EMPTY: Schema<'Poll'> = { options: ['', ''], minutes: 1440 };
const MAX_QUESTION = 300;

/** The question, the answers and the length of a poll, with what each chosen network takes. */
export default function PollFields({ platforms, poll, onChange }: PollProps) {
  const question = useRef<HTMLInputElement>(null);
  const written = poll ?? EMPTY;
  const change = (part: Partial<Schema<'Poll'>>) => onChange({ poll: { ...written, ...part } });
  const remove = () => {
    onChange({ poll: null });
    // The button is gone.
    question.current?.focus();
  };
  return (
    <Stack gap="md" maw="36rem">
      <TextInput
        ref={question}
        label="Question"
        description="The text is the question where this is empty"
        maxLength={MAX_QUESTION}
        value={written.question ?? ''}
        onChange={({ currentTarget }) => change({ question: currentTarget.value })}
      />
      <TextList
        {...{ noun: 'Answer', add: 'Add an answer', texts: written.options, fewest: 2, most: 20, maxLength: 300 }}
        onChange={(options) => change({ options })}
      />
      <LengthField minutes={written.minutes} onChange={(minutes) => change({ minutes })} />
      <Checkbox
        label="Several answers"
        description="People may choose more than one"
        checked={written.multiple ?? false}
        onChange={({ currentTarget }) => change({ multiple: currentTarget.checked })}
      />
      <PollLimits platforms={platforms} />
      {poll === null ? null : (
        <Group>
          <Button variant="default" size="xs" onClick={remove}>
            Remove the poll
          </Button>
        </Group>
      )}
    </Stack>
  );
}
