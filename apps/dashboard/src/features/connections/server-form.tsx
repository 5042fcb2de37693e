import { Alert, Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type PlatformId, platformFacts, platformName, type Schema } from '@social/types';
import { type SubmitEvent, useState } from 'react';
import { refusedField } from '../../api/failures.ts';
import { connectAddress } from '../../shared/connections/connections.ts';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';
import { useConnectWithToken } from './pasted-credential.ts';

export interface ServerFormProps {
  platform: PlatformId;
  profile: Schema<'Profile'>;
  /** Account that is connected, or its server, whichever the platform asks for; empty without one. */
  named: string;
  /** The profile has accounts of the platform already, and this is to be another one. */
  isFurther: boolean;
  /** Why nobody can sign in through the browser here; undefined where it works. */
  unavailable: string | undefined;
  onConnected: () => void;
  onClose: () => void;
}

/** The account or server that platforms ask for. */
const ASKED = {
  host: {
    label: 'Server of the account',
    about: (name: string) =>
      `${name} has many servers; the account’s name ends with its server, as in @ada@fosstodon.org.`,
    example: 'fosstodon.org',
  },
  handle: {
    label: 'Name of the account',
    about: (name: string) => `As people find it on ${name}, without the @.`,
    example: 'ada.bsky.social',
  },
} as const;

/** The credentials that can be pasted instead. */
const SECRETS = {
  accessToken: {
    label: 'Access token',
    link: 'paste an access token',
    about: 'Make one in the account’s settings at the server, under Development.',
  },
  appPassword: {
    label: 'App password',
    link: 'paste an app password',
    about: 'Make one in the account’s settings, under Privacy and security. It has the form abcd-efgh-ijkl-mnop.',
  },
} as const;

/** Asks for an account or its server, and leads to its sign-in page; or takes a credential of the account in its place. */
export function ServerForm(props: ServerFormProps) {
  const { platform, profile, named, isFurther, unavailable, onConnected, onClose } = props;
  const [text, setText] = useState(named);
  const [token, setToken] = useState<string | null>(unavailable === undefined ? null : '');
  const connect = useConnectWithToken(platform, profile.id);
  const { asks = 'host', secret = 'accessToken' } = platformFacts(platform).signIn ?? {};
  const { label, about, example } = ASKED[asks];
  const field = refusedField(connect.error);
  const problem = connect.error?.message.replace(/^\w+: /, '');

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const signIn = { [asks]: text.trim(), ...(isFurther && { chooseAccount: true as const }) };
    if (token === null) window.location.assign(connectAddress(platform, profile.id, signIn));
    else if (!connect.isPending) {
      connect.mutate({ [asks]: text.trim(), [secret]: token.trim() }, { onSuccess: onConnected });
    }
  };
  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack>
        <FailureNotice
          title="Not connected"
          error={field === asks || field === secret ? null : connect.error}
          effect="Nothing was stored."
          uncertain="The connection may have been stored: look at the card, or try again."
        />
        {unavailable === undefined ? null : (
          <Alert variant="light" color="gray" title="No sign-in through the browser here">
            {`${unavailable}.`}
          </Alert>
        )}
        <TextInput
          label={label}
          description={about(platformName(platform))}
          placeholder={example}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          required
          maxLength={300}
          value={text}
          error={field === asks ? problem : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value);
            if (!connect.isPending) connect.reset();
          }}
        />
        <CredentialField
          {...SECRETS[secret]}
          value={token}
          error={field === secret ? problem : undefined}
          onChange={(token) => {
            setToken(token);
            if (!connect.isPending) connect.reset();
          }}
        />
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

interface CredentialFieldProps {
  label: string;
  /** What leads to the field. */
  link: string;
  about: string;
  /** Null while the sign-in page of the server is chosen. */
  value: string | null;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Takes a credential of the account, once that is chosen in place of the sign-in page. */
function CredentialField({ label, link, about, value, error, onChange }: CredentialFieldProps) {
  if (value === null) {
    return (
      <Text size="sm">
        Its sign-in page comes next. Or{' '}
        <Anchor component="button" type="button" size="sm" onClick={() => onChange('')}>
          {link}
        </Anchor>
        .
      </Text>
    );
  }
  return (
    <PasswordInput
      label={label}
      description={about}
      autoComplete="off"
      required
      maxLength={500}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
