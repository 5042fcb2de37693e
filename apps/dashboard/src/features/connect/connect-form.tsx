import { Button, Group, Stack, Text } from '@mantine/core';
import { type PlatformId, platformName } from '@social/types';
import { type SubmitEvent, useState } from 'react';
import { failureCode } from '../../api/failures.ts';
import {
  accountInWords,
  connectAddress,
  connectionsAddress,
  useConnections,
} from '../../shared/connections/connections.ts';
import { ProfileSelect } from '../../shared/profiles/profile-select.tsx';
import { chooseProfile, type Profile } from '../../shared/profiles/profiles.ts';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';
import { SmallLink } from '../../ui/parts/links.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { AccountChoice } from './account-choice.tsx';
import { type AccountOption, useConfirmConnection } from './account-options.ts';

interface ConnectFormProps {
  platform: PlatformId;
  /** At least one. */
  options: readonly [AccountOption, ...AccountOption[]];
  profiles: readonly Profile[];
  /** Profile for which the user began to connect. */
  preferredProfileId: string | null;
  /** Receives the id of the profile that now has the connection. */
  onConnected: (profileId: string) => void;
}

/** Asks for an account and a profile, and connects them. */
export function ConnectForm({ platform, options, profiles, preferredProfileId, onConnected }: ConnectFormProps) {
  const [accountId, setAccountId] = useState(options[0].accountId);
  const [profileId, setProfileId] = useState(preferredProfileId);
  const confirm = useConfirmConnection(platform);
  const profile = chooseProfile(profiles, profileId);
  const present = useConnections(profile?.id).data?.[platform]?.accounts ?? [];
  const option = options.find((candidate) => candidate.accountId === accountId) ?? options[0];
  if (!profile) return null;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (confirm.isPending) return;
    confirm.mutate(
      { accountId: option.accountId, profileId: profile.id },
      { onSuccess: () => onConnected(profile.id) },
    );
  };
  const isProfileUnknown = preferredProfileId !== null && !profiles.some(({ id }) => id === preferredProfileId);
  return (
    <form onSubmit={submit}>
      <Stack>
        {confirm.isError ? <ConfirmFailure error={confirm.error} platform={platform} profileId={profile.id} /> : null}
        <AccountChoice platform={platform} options={options} value={option.accountId} onChoose={setAccountId} />
        <ProfileSelect profiles={profiles} value={profile.id} onChoose={setProfileId} />
        <Text>
          Posts of the profile {profile.name} will be published as {option.name}.
          {present.length > 0
            ? ` It is connected as ${present.map(accountInWords).join(', ')} now: the same account is renewed, another one is added.`
            : ''}
          {isProfileUnknown
            ? ' You began with a profile that does not belong to the account you are signed in with.'
            : ''}
        </Text>
        <Group gap="sm">
          <Button type="submit" loading={confirm.isPending}>
            Connect
          </Button>
          <Hint>Nothing is stored until you press Connect.</Hint>
        </Group>
      </Stack>
    </form>
  );
}

function ConfirmFailure({ error, platform, profileId }: { error: unknown; platform: PlatformId; profileId: string }) {
  const title = `${platformName(platform)} is not connected`;
  const connections = <SmallLink href={connectionsAddress({ profileId })}>See your connections</SmallLink>;
  if (failureCode(error) === 'conflict') {
    return <FailureNotice title={title} error={error} effect="Nothing was stored." actions={connections} />;
  }
  return (
    <FailureNotice
      title={title}
      error={error}
      effect="Nothing was stored. Press Connect again, or start again."
      uncertain="The connection may have been stored. Look at your connections; if it is not there, start again."
      actions={
        <>
          <Button component="a" variant="default" size="xs" href={connectAddress(platform, profileId)}>
            Start again
          </Button>
          {connections}
        </>
      }
    />
  );
}
