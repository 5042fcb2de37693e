import { Code, Group, SimpleGrid, Text } from '@mantine/core';
import type { Schema } from '@social/types';
import { Section } from '../../ui/page/section.tsx';
import { CopyButton } from '../../ui/parts/copy-button.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { PlatformCard } from './platform-card.tsx';

type Platform = Schema<'Platform'>;

const NOT_CONFIGURED = { tone: 'off', words: 'Not configured on this server' } as const;

/** Lists the platforms that this server cannot connect, with the settings that its operator must make for each. */
export function UnconfiguredPlatforms({ platforms }: { platforms: readonly Platform[] | undefined }) {
  const unconfigured = platforms?.filter(({ configured }) => !configured) ?? [];
  if (unconfigured.length === 0) return null;
  return (
    <Section title={NOT_CONFIGURED.words}>
      <Text c="dimmed" maw="70ch">
        These networks accept only registered apps. This server’s operator registers an app at the network, sets the
        variables that the card names, and restarts the server.
      </Text>
      <SimpleGrid minColWidth="min(100%, 24rem)" spacing="sm">
        {unconfigured.map((platform) => (
          <UnconfiguredCard key={platform.id} platform={platform} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function UnconfiguredCard({ platform: { id, label, redirectUri, variables } }: { platform: Platform }) {
  return (
    <PlatformCard platform={id} name={label} order={3} state={NOT_CONFIGURED}>
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
      <Hint>
        Step by step: <Code>docs/platforms/{id}.md</Code>
      </Hint>
    </PlatformCard>
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
