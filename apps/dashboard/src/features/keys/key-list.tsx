import { Button, Code, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Moment } from '../../ui/moment.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import type { ListedKey } from './keys.ts';

/** Every active key: what it is for, how to recognise it, when it was used. */
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
              <Text size="sm" c="dimmed">
                Created <Moment at={key.createdAt} as="date" />
              </Text>
              <Text size="sm" c="dimmed">
                {key.lastUsedAt ? (
                  <>
                    Last used <Moment at={key.lastUsedAt} as="distance" />
                  </>
                ) : (
                  'Never used'
                )}
              </Text>
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
