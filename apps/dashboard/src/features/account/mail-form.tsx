import { Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import type { Schema } from '@social/types';
import { type SubmitEvent, useState } from 'react';
import { FailureNotice, ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../../ui/notices/notice.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import { type MailKind, useChangeMails, useMailSettings, useSendConfirmation } from './mails.ts';

const CHOICES: readonly { readonly kind: MailKind; readonly label: string }[] = [
  { kind: 'post.failed', label: 'A post failed' },
  { kind: 'post.unknown', label: 'It is unknown whether a post was published' },
  { kind: 'post.missed', label: 'A scheduled post was missed' },
  { kind: 'connection.needs_reconnect', label: 'An account must be connected again' },
  { kind: 'connection.expiring', label: 'A connection ends within a week' },
  { kind: 'draft.created', label: 'A draft of somebody else waits for approval' },
  { kind: 'webhook.paused', label: 'Nothing more is sent to a webhook endpoint' },
];

/** Chooses which mails are sent, and where. */
export function MailForm() {
  const settings = useMailSettings();
  return (
    <Section title="Mails" maw="30rem">
      <ReadFailure title="The choice of mails could not be read" query={settings} />
      {settings.isPending ? <Skeleton h={120} /> : null}
      {settings.data?.available === false ? (
        <Text>This server sends no mails. Its operator can set a mail server.</Text>
      ) : null}
      {settings.data?.available ? <MailChoice settings={settings.data} /> : null}
    </Section>
  );
}

function MailChoice({ settings }: { settings: Schema<'MailSettings'> }) {
  const change = useChangeMails();
  // Shows the choice while the server stores it.
  const chosen = (change.isPending && change.variables.kinds) || settings.kinds;
  const choose = (kinds: readonly string[]) =>
    change.mutate({ kinds: CHOICES.map(({ kind }) => kind).filter((kind) => kinds.includes(kind)) });
  return (
    <>
      <FailureNotice title="Not changed" error={change.error} effect="The choice is as it was." />
      <AddressForm key={settings.address} settings={settings} change={change} />
      <Checkbox.Group label="Send a mail when" value={chosen} onChange={choose}>
        <Stack gap="xs" mt="xs">
          {CHOICES.map(({ kind, label }) => (
            <Checkbox key={kind} value={kind} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Hint>
        At most one mail of a kind is sent in ten minutes. It tells everything that happened since the last one.
      </Hint>
    </>
  );
}

interface AddressProps {
  settings: Schema<'MailSettings'>;
  change: ReturnType<typeof useChangeMails>;
}

/** The address for mails. A new one is stored, and then confirmed by a link. */
function AddressForm({ settings, change }: AddressProps) {
  const [address, setAddress] = useState(settings.address);
  const confirmation = useSendConfirmation();
  const { confirmedAt } = settings;
  const isNew = address.trim() !== settings.address;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isNew) change.mutate({ address: address.trim() });
    else confirmation.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <LiveRegion>
          {confirmation.isSuccess ? (
            <Notice tone="ok" title={`A link was sent to ${settings.address}.`}>
              <Text size="sm">Open it to confirm the address. It works for 24 hours.</Text>
            </Notice>
          ) : null}
        </LiveRegion>
        <FailureNotice title="No link was sent" error={confirmation.error} effect="The address is not confirmed yet." />
        <TextInput
          label="Address for mails"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        {confirmedAt !== null && !isNew ? (
          <Hint>
            Confirmed <Moment at={confirmedAt} as="time" />
          </Hint>
        ) : (
          <Group gap="sm">
            <Button type="submit" loading={confirmation.isPending || change.isPending}>
              {isNew ? 'Use this address' : 'Send a link to confirm it'}
            </Button>
            <Hint>{isNew ? 'It has to be confirmed then.' : 'Nothing is mailed before the address is confirmed.'}</Hint>
          </Group>
        )}
      </Stack>
    </form>
  );
}
