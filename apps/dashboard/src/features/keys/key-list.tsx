import { Button, Code, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { SCOPES } from '@social/types';
import type { ListedKey } from '../../shared/keys/keys.ts';
import { Row, Rows } from '../../ui/parts/rows.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { targetName } from '../../ui/platforms/target-name.ts';
import { Moment } from '../../ui/values/moment.tsx';

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
            <KeyBounds apiKey={key} />
          </Stack>
          <Button variant="default" size="xs" onClick={() => onRevoke(key)}>
            Revoke<VisuallyHidden> {key.name}</VisuallyHidden>
          </Button>
        </Row>
      ))}
    </Rows>
  );
}

/** Lists the bounds of a key that may not do everything. */
function KeyBounds({ apiKey }: { apiKey: ListedKey }) {
  const { scopes, profiles, platforms, expiresAt, creditLimit, creditsUsed } = apiKey;
  const isWhole = SCOPES.every((scope) => scopes.includes(scope));
  const bounds = [
    ...(isWhole ? [] : [`May ${scopes.join(', ')}`]),
    ...(profiles ? [`Only profiles ${profiles.join(', ')}`] : []),
    ...(platforms ? [`Only ${platforms.map((target) => targetName(target)).join(', ')}`] : []),
    ...(creditLimit === null ? [] : [`${creditsUsed} of ${creditLimit} credits this month`]),
  ];
  if (bounds.length === 0 && expiresAt === null) return null;
  return (
    <Group gap="0.25rem 1rem">
      {bounds.map((bound) => (
        <Hint key={bound}>{bound}</Hint>
      ))}
      {expiresAt ? (
        <Hint>
          Expires <Moment at={expiresAt} as="date" />
        </Hint>
      ) : null}
    </Group>
  );
}
