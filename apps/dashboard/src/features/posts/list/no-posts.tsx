import { Button } from '@mantine/core';
import { useConnections } from '../../../shared/connections/connections.ts';
import { chooseProfile, useProfiles } from '../../../shared/profiles/profiles.ts';
import { useMay } from '../../../shared/session/role.ts';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { LinkButton } from '../../../ui/parts/links.tsx';

/** Says what to do first while there is no post: connect an account, then write. */
export function NoPosts() {
  const profiles = useProfiles();
  const connections = useConnections(profiles.data && chooseProfile(profiles.data, null)?.id);
  const mayConnect = useMay()('admin');
  const isConnected = Object.values(connections.data ?? {}).some(({ accounts }) =>
    accounts.some(({ connected }) => connected),
  );
  if (connections.data && !isConnected) {
    return (
      <EmptyState
        drawing="accounts"
        title="Connect an account first"
        action={mayConnect ? <LinkButton href="/connections">Connect an account</LinkButton> : null}
      >
        Posts are published as the accounts that you connect. Once one is connected, write a post here, with the social
        command or through the API: this page lists all of them with their results.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No post yet" action={<LinkButton href="/write">Write the first post</LinkButton>}>
      What you publish or schedule here, with the social command or through the API is listed on this page, with the
      result on every account.
    </EmptyState>
  );
}

/** Says that no post passes the filters. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      drawing="search"
      title="No post passes these filters"
      action={
        <Button variant="default" onClick={onClear}>
          Show all posts
        </Button>
      }
    >
      There may be posts with other words or labels, with another outcome, of another profile, on another network or on
      other days. A search finds a new post some seconds after it is stored.
    </EmptyState>
  );
}
