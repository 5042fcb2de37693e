import { Button, CloseButton, Group, Stack, TextInput } from '@mantine/core';
import { useRef } from 'react';

interface AnswerFieldsProps {
  answers: readonly string[];
  onChange: (answers: string[]) => void;
}

const FEWEST = 2;
const MOST = 20;
const MAX_LENGTH = 300;

/** The answers of a poll, in their order. */
export function AnswerFields({ answers, onChange }: AnswerFieldsProps) {
  const list = useRef<HTMLDivElement>(null);
  const focus = (index: number) =>
    // The field is there after the next rendering.
    setTimeout(() => list.current?.querySelectorAll('input')[index]?.focus());
  const remove = (index: number) => {
    onChange(answers.filter((_, other) => other !== index));
    focus(Math.min(index, answers.length - 2));
  };
  const add = () => {
    onChange([...answers, '']);
    focus(answers.length);
  };
  return (
    <Stack ref={list} gap="xs" role="group" aria-label="Answers">
      {answers.map((answer, index) => (
        <Group key={index} gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            label={`Answer ${index + 1}`}
            flex={1}
            miw={0}
            maxLength={MAX_LENGTH}
            value={answer}
            onChange={({ currentTarget }) => onChange(answers.with(index, currentTarget.value))}
          />
          {answers.length > FEWEST ? (
            <CloseButton size={36} aria-label={`Remove answer ${index + 1}`} onClick={() => remove(index)} />
          ) : null}
        </Group>
      ))}
      {answers.length < MOST ? (
        <Group>
          <Button variant="default" size="xs" onClick={add}>
            Add an answer
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
