import { Badge, Button, Code, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { PLATFORM_IDS } from '@social/types';
import { findAccount } from '../../shared/connections/accounts.ts';
import { connectionsAddress, useConnections } from '../../shared/connections/connections.ts';
import type { Profile } from '../../shared/profiles/profiles.ts';
import { useMay } from '../../shared/session/role.ts';
import { AccountFace } from '../../ui/accounts/account-face.tsx';
import { SmallLink } from '../../ui/parts/links.tsx';
import { Row } from '../../ui/parts/rows.tsx';
import { Hint } from '../../ui/parts/text.tsx';

interface ProfileRowProps {
  profile: Profile;
  /** Counts the profile's connections, which takes one more request. */
  isCounted: boolean;
  onRename: () => void;
  onEditSlots: () => void;
  onMakeDefault: () => void;
  onDelete: () => void;
  isPromoting: boolean;
}

/** A profile: its name, its name on the command line, its connections and its actions. */
export function ProfileRow(props: ProfileRowProps) {
  const { profile, isCounted, onRename, onEditSlots, onMakeDefault, onDelete, isPromoting } = props;
  const mayChange = useMay()('admin');
  const ofProfile = <VisuallyHidden> {profile.name}</VisuallyHidden>;
  return (
    <Row>
      <Stack gap={4}>
        <Group gap="xs">
          <Text fw={600}>{profile.name}</Text>
          {profile.isDefault ? (
            <Badge variant="default" tt="none">
              Default
            </Badge>
          ) : null}
        </Group>
        <Group gap="0.25rem 1rem">
          <Hint>
            On the command line <Code>--profile {profile.slug}</Code>
          </Hint>
          <ConnectionsLink profile={profile} isCounted={isCounted} />
        </Group>
        {profile.isDefault ? (
          <Hint>Used for posts that name no profile. It cannot be deleted until another profile is the default.</Hint>
        ) : null}
      </Stack>
      {mayChange ? (
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={onEditSlots}>
            Slots{ofProfile}
          </Button>
          <Button variant="default" size="xs" onClick={onRename}>
            Rename{ofProfile}
          </Button>
          {profile.isDefault ? null : (
            <>
              <Button variant="default" size="xs" loading={isPromoting} onClick={onMakeDefault}>
                Make default{ofProfile}
              </Button>
              <Button variant="default" size="xs" onClick={onDelete}>
                Delete{ofProfile}
              </Button>
            </>
          )}
        </Group>
      ) : null}
    </Row>
  );
}

function ConnectionsLink({ profile, isCounted }: { profile: Profile; isCounted: boolean }) {
  const { data } = useConnections(isCounted ? profile.id : undefined);
  const connected =
    data &&
    PLATFORM_IDS.flatMap((platform) =>
      (data[platform]?.accounts ?? []).flatMap(({ connected, name }) =>
        connected ? [`${platform}:${name}` as const] : [],
      ),
    );
  return (
    <Group gap="xs">
      <SmallLink href={connectionsAddress({ profileId: profile.id })}>
        {inWords(connected?.length)}
        <VisuallyHidden> of {profile.name}</VisuallyHidden>
      </SmallLink>
      {connected?.map((target) => {
        const account = findAccount(data, target);
        return <AccountFace key={target} {...account} name={account.name ?? ''} size={22} />;
      })}
    </Group>
  );
}

function inWords(count: number | undefined): string {
  if (count === undefined) return 'Connections';
  if (count === 0) return 'No connections yet';
  return count === 1 ? '1 connection' : `${count} connections`;
}
