import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { SecretField } from '../../ui/fields/secret-field.tsx';
import { Example } from '../../ui/parts/example.tsx';

/** Shows the whole key once, with a button that copies it and an example of its use. */
export function RawKey({ rawKey, onStored }: { rawKey: string; onStored: () => void }) {
  const warningId = useId();
  return (
    <Stack>
      <Text id={warningId}>
        This is the only time the key is shown: the server keeps only a fingerprint of it. Store it with your secrets.
      </Text>
      <SecretField label="API key" noun="key" value={rawKey} warningId={warningId} />
      <Stack gap={4}>
        <Text size="sm">In a shell, or as a secret of your pipeline:</Text>
        <Example>
          {`export SOCIAL_BASE_URL=${location.origin}
export SOCIAL_API_KEY=<the key>
social post "It works" --to profnet --dry-run`}
        </Example>
        <Text size="sm">
          On your own machine you need no key: <Code>social login</Code> creates one, and with <Code>--with-key</Code>{' '}
          it stores this one.
        </Text>
      </Stack>
      <Group justify="flex-end">
        <Button onClick={onStored}>I have stored it</Button>
      </Group>
    </Stack>
  );
}
