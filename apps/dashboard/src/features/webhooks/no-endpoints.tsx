import { Button, Code, Stack, Text } from '@mantine/core';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Example } from '../../ui/parts/example.tsx';

/** Explains what webhooks are for while the workspace has none. */
export function NoEndpoints({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      drawing="webhooks"
      title="No webhooks yet"
      action={<Button onClick={onCreate}>Create a webhook</Button>}
    >
      <Stack gap="sm">
        <Text>
          A webhook tells another program what happened: a post was published or failed, an account has to be connected
          again, credits run low. Each event is sent as signed JSON to an address of yours.
        </Text>
        <Text>
          While you develop a receiver, no address is needed: <Code>social webhooks listen</Code> brings the events to
          your machine.
        </Text>
        <Example>{`social webhooks listen --forward-to http://localhost:3000/hook`}</Example>
      </Stack>
    </EmptyState>
  );
}
