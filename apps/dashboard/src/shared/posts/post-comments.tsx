import { Paper, Stack, Text } from '@mantine/core';
import { Hint } from '../../ui/parts/text.tsx';

/** The texts of the comments below a post, in their order. */
export function PostComments({ comments }: { comments: readonly string[] }) {
  return (
    <Paper withBorder p="md">
      <Stack component="ol" className="plain-list" gap="sm" aria-label="Comments">
        {comments.map((comment, index) => (
          <li key={index}>
            <Hint>
              Comment {index + 1} of {comments.length}
            </Hint>
            <Text className="written">{comment}</Text>
          </li>
        ))}
      </Stack>
    </Paper>
  );
}
