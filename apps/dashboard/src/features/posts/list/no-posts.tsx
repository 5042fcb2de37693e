import { Button, Group } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useConnections } from '../../connections/connections.ts';
import { chooseProfile, useProfiles } from '../../profiles/profiles.ts';

/** Stands where no post is yet: says what to do first, which is connecting, then writing. */
export function NoPosts() {
  const profiles = useProfiles();
  const connections = useConnections(profiles.data && chooseProfile(profiles.data, null)?.id);
  const isConnected = Object.values(connections.data ?? {}).some(({ connected }) => connected);
  if (connections.data && !isConnected) {
    return (
      <EmptyState
        title="Connect an account first"
        action={
          <Button component={Link} href="/connections">
            Connect an account
          </Button>
        }
      >
        Posts are published as the accounts that you connect. Once one is connected, write a post here, with the social
        command or through the API: all of them are listed on this page with what became of them.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No post yet"
      action={
        <Button component={Link} href="/write">
          Write the first post
        </Button>
      }
    >
      What you publish or schedule here, with the social command or through the API is listed on this page, with the
      result on every platform.
    </EmptyState>
  );
}

/** Stands where no post passes the filters. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No post passes these filters"
      action={
        <Group>
          <Button variant="default" onClick={onClear}>
            Show all posts
          </Button>
        </Group>
      }
    >
      There may be posts with another outcome, on another platform or on other days.
    </EmptyState>
  );
}
