import { Code, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Schema } from '@social/types';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PlatformGlyph } from '../../ui/platform-glyph.tsx';
import { StateMark } from '../../ui/state-mark.tsx';

type Platform = Schema<'Platform'>;

/** The platforms that this server cannot connect, and what whoever runs it has to do about each. */
export function UnconfiguredPlatforms({ platforms }: { platforms: readonly Platform[] | undefined }) {
  const unconfigured = platforms?.filter(({ configured }) => !configured) ?? [];
  if (unconfigured.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="unconfigured-platforms">
      <Title order={2} size="h4" id="unconfigured-platforms">
        Not configured on this server
      </Title>
      <Text c="dimmed" maw="70ch">
        These networks let only registered apps in. Whoever runs this server registers one at the network, sets what the
        card names, and restarts the server after setting it.
      </Text>
      <SimpleGrid minColWidth="min(100%, 24rem)" spacing="sm">
        {unconfigured.map((platform) => (
          <UnconfiguredCard key={platform.id} platform={platform} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function UnconfiguredCard({ platform: { id, label, redirectUri, variables } }: { platform: Platform }) {
  return (
    <Paper component="article" withBorder p="md" aria-labelledby={`platform-${id}`}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <PlatformGlyph platform={id} />
          <Title order={3} size="h5" id={`platform-${id}`}>
            {label}
          </Title>
          <Text size="sm" c="dimmed">
            {id}
          </Text>
        </Group>
        <Group gap="xs" wrap="nowrap">
          <StateMark tone="off" />
          <Text>Not configured on this server</Text>
        </Group>
        {redirectUri ? (
          <>
            <Text size="sm">Redirect URI to register at the network, exactly so:</Text>
            <Copyable text={redirectUri} what={`the redirect URI of ${label}`} />
          </>
        ) : null}
        <Text size="sm">Environment variables to set, from the app’s page there:</Text>
        {variables.map((variable) => (
          <Copyable key={variable} text={variable} what={variable} />
        ))}
        <Text size="sm" c="dimmed">
          Step by step: <Code>docs/platforms/{id}.md</Code>
        </Text>
      </Stack>
    </Paper>
  );
}

function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code flex={1} miw={0}>
        {text}
      </Code>
      <CopyButton text={text} what={what} />
    </Group>
  );
}
