import { Button, Code, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Row, Rows } from '../../ui/parts/rows.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import type { ListedKey } from './keys.ts';

/** Every active key with its name, its ending and its last use. */
export function KeyList({ keys, onRevoke }: { keys: readonly ListedKey[]; onRevoke: (key: ListedKey) => void }) {
  return (
    <Rows label="API keys">
      {keys.map((key) => (
        <Row key={key.id}>
          <Stack gap={4}>
            <Group gap="xs">
              <Text fw={600}>{key.name}</Text>
              <Code>
                <VisuallyHidden>ends in </VisuallyHidden>
                {key.keyPreview}
              </Code>
            </Group>
            <Group gap="0.25rem 1rem">
              <Hint>
                Created <Moment at={key.createdAt} as="date" />
              </Hint>
              <Hint>
                {key.lastUsedAt ? (
                  <>
                    Last used <Moment at={key.lastUsedAt} as="distance" />
                  </>
                ) : (
                  'Never used'
                )}
              </Hint>
            </Group>
          </Stack>
          <Button variant="default" size="xs" onClick={() => onRevoke(key)}>
            Revoke<VisuallyHidden> {key.name}</VisuallyHidden>
          </Button>
        </Row>
      ))}
    </Rows>
  );
}
