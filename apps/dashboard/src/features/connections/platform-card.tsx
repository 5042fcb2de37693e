import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { PlatformId } from '@social/types';
import type { ReactNode, RefObject } from 'react';
import type { Account } from '../../shared/connections/accounts.ts';
import { AccountFace } from '../../ui/accounts/account-face.tsx';
import { StateWords, type Tone } from '../../ui/parts/state-mark.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { PlatformTile } from '../../ui/platforms/platform-tile.tsx';

const FACE_PX = 44;

/** A connected account as its card shows it. */
export interface ShownAccount extends Pick<Account, 'picture' | 'network'> {
  readonly name: string;
  /** Left to null where the name says as much. */
  readonly handle: string | null;
}

interface PlatformCardProps {
  platform: PlatformId;
  name: string;
  /** Level of the heading. */
  order: 2 | 3;
  state: { tone: Tone; words: string };
  /** The connected account; left out without one. */
  account?: ShownAccount | undefined;
  headingRef?: RefObject<HTMLHeadingElement | null> | undefined;
  children: ReactNode;
}

/** A framed card about one network: its account, its name and its state. */
export function PlatformCard({ platform, name, order, state, account, headingRef, children }: PlatformCardProps) {
  return (
    <Paper component="article" withBorder p="md" aria-labelledby={`platform-${platform}`}>
      <Stack gap="sm" h="100%">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          {account ? (
            <AccountFace
              platform={platform}
              name={account.name}
              picture={account.picture}
              network={account.network}
              size={FACE_PX}
            />
          ) : (
            <PlatformTile platform={platform} size={FACE_PX} />
          )}
          <Stack gap={2} flex={1} miw={0}>
            <Group justify="space-between" gap="4px 8px">
              <Title order={order} size="h5" id={`platform-${platform}`} ref={headingRef} tabIndex={-1}>
                {name}
              </Title>
              <StateWords tone={state.tone}>{state.words}</StateWords>
            </Group>
            {account ? (
              <Text size="sm" fw={500}>
                {account.name}
              </Text>
            ) : null}
            {account?.handle ? <Hint>{account.handle}</Hint> : null}
          </Stack>
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
