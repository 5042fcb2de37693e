import { Button, Code, Stack, Text } from '@mantine/core';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Example } from '../../ui/parts/example.tsx';

/** Explains what a key is for while the workspace has no key. */
export function KeyUses({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState drawing="keys" title="No API keys yet" action={<Button onClick={onCreate}>Create a key</Button>}>
      <Stack gap="sm">
        <Text>
          A key lets a script, a release pipeline or the <Code>social</Code> command publish for this workspace without
          signing in. With a key, these lines say what a post needs and costs, and send nothing:
        </Text>
        <Example>
          {`curl "${location.origin}/api/v1/posts?dryRun=true" \\
  -H "Authorization: Bearer $SOCIAL_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"text": "v1.4.0 is out", "platforms": ["profnet"]}'`}
        </Example>
        <Example>{`social post "v1.4.0 is out" --to profnet --dry-run`}</Example>
      </Stack>
    </EmptyState>
  );
}
