import { Anchor, Badge, Button, Code, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import { Row } from '../../ui/rows.tsx';
import { connectionsAddress, useConnections } from '../connections/connections.ts';
import type { Profile } from './profiles.ts';

interface ProfileRowProps {
  profile: Profile;
  /** Whether the number of its connections is asked for: one more question to the server. */
  isCounted: boolean;
  /** The changes that are offered; one under way makes the others wait. */
  onRename: () => void;
  onMakeDefault: () => void;
  onDelete: () => void;
  isBecomingDefault: boolean;
}

/** A profile: its name for people, its name for the command line, its connections, and what can be done with it. */
export function ProfileRow(props: ProfileRowProps) {
  const { profile, isCounted, onRename, onMakeDefault, onDelete, isBecomingDefault } = props;
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
          <Text size="sm" c="dimmed">
            On the command line <Code>--profile {profile.slug}</Code>
          </Text>
          <ConnectionsLink profile={profile} isCounted={isCounted} />
        </Group>
        {profile.isDefault ? (
          <Text size="sm" c="dimmed">
            Used where a post names no profile. It cannot be deleted until another profile is the default.
          </Text>
        ) : null}
      </Stack>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={onRename}>
          Rename{ofProfile}
        </Button>
        {profile.isDefault ? null : (
          <>
            <Button variant="default" size="xs" loading={isBecomingDefault} onClick={onMakeDefault}>
              Make default{ofProfile}
            </Button>
            <Button variant="default" size="xs" onClick={onDelete}>
              Delete{ofProfile}
            </Button>
          </>
        )}
      </Group>
    </Row>
  );
}

function ConnectionsLink({ profile, isCounted }: { profile: Profile; isCounted: boolean }) {
  const connections = useConnections(isCounted ? profile.id : undefined);
  const count = connections.data && Object.values(connections.data).filter(({ connected }) => connected).length;
  return (
    <Anchor component={Link} href={connectionsAddress({ profileId: profile.id })} size="sm">
      {inWords(count)}
      <VisuallyHidden> of {profile.name}</VisuallyHidden>
    </Anchor>
  );
}

function inWords(count: number | undefined): string {
  if (count === undefined) return 'Connections';
  if (count === 0) return 'No connections yet';
  return count === 1 ? '1 connection' : `${count} connections`;
}
