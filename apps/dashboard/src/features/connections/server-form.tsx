import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type PlatformId, platformName, type Schema } from '@social/types';
import { type SubmitEvent, useState } from 'react';
import { refusedField } from '../../api/failures.ts';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';

import { connectAddress } from './connections.ts';
import { useConnectWithToken } from './pasted-credential.ts';

export interface ServerFormProps {
  platform: PlatformId;
  profile: Schema<'Profile'>;
  /** Server of the account that is connected; empty without one. */
  server: string;
  onConnected: () => void;
  onClose: () => void;
}

/** Asks for the server of an account, and leads to its sign-in page; or takes an access token of the account in its place. */
export function ServerForm({ platform, profile, server, onConnected, onClose }: ServerFormProps) {
  const [host, setHost] = useState(server);
  const [token, setToken] = useState<string | null>(null);
  const connect = useConnectWithToken(platform, profile.id);
  const field = refusedField(connect.error);
  const problem = connect.error?.message.replace(/^\w+: /, '');
  const name = platformName(platform);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (token === null) window.location.assign(connectAddress(platform, profile.id, host.trim()));
    else if (!connect.isPending) {
      connect.mutate({ host: host.trim(), accessToken: token.trim() }, { onSuccess: onConnected });
    }
  };
  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack>
        <FailureNotice
          title="Not connected"
          error={field === 'host' || field === 'accessToken' ? null : connect.error}
          effect="Nothing was stored."
          uncertain="The connection may have been stored: look at the card, or try again."
        />
        <TextInput
          label="Server of the account"
          description={`${name} has many servers; the account’s name ends with its server, as in @ada@fosstodon.org.`}
          placeholder="fosstodon.org"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          required
          maxLength={300}
          value={host}
          error={field === 'host' ? problem : undefined}
          onChange={(event) => {
            setHost(event.currentTarget.value);
            if (!connect.isPending) connect.reset();
          }}
        />
        {token === null ? (
          <Text size="sm">
            Its sign-in page comes next. Or{' '}
            <Anchor component="button" type="button" size="sm" onClick={() => setToken('')}>
              paste an access token
            </Anchor>
            .
          </Text>
        ) : (
          <PasswordInput
            label="Access token"
            description="Make one in the account’s settings at the server, under Development."
            autoComplete="off"
            required
            maxLength={500}
            value={token}
            error={field === 'accessToken' ? problem : undefined}
            onChange={(event) => {
              setToken(event.currentTarget.value);
              if (!connect.isPending) connect.reset();
            }}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={connect.isPending}>
            {token === null ? 'Continue' : 'Connect'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
