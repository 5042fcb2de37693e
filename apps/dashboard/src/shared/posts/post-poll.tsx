import { List, Paper, Text } from '@mantine/core';
import { spanOf } from '@social/rules';
import type { Schema } from '@social/types';

/** The poll of a post: its question, where that is not the text, its answers and its time. */
export function PostPoll({ poll }: { poll: Schema<'Poll'> }) {
  const { question, options, minutes, multiple } = poll;
  return (
    <Paper withBorder p="md" className="written">
      <Text fw={600}>{question ?? 'Poll'}</Text>
      <List my="xs">
        {options.map((option) => (
          <List.Item key={option}>{option}</List.Item>
        ))}
      </List>
      <Text size="sm">
        {multiple ? 'Several answers' : 'One answer'}, for {spanOf(minutes)}
      </Text>
    </Paper>
  );
}
