import { Button, Menu, Text } from '@mantine/core';
import { Link } from 'wouter';
import { UnsavedWriting, useSignOut } from '../../shared/session/session.ts';
import { Icon } from '../../ui/icons/icon.tsx';

/** Shows which account is signed in, with the links to its page and out of it. */
export function SessionMenu({ email }: { email: string }) {
  const signOut = useSignOut();
  const isUnsaved = signOut.error instanceof UnsavedWriting;
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" size="xs" px="xs" maw="14rem" aria-label={`Account ${email}`}>
          <Icon name="account" />
          <Text span inherit truncate visibleFrom="sm" ml={6}>
            {email}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href="/account">
          Account and sessions
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} disabled={signOut.isPending} onClick={() => signOut.mutate(isUnsaved)}>
          {isUnsaved ? 'Sign out without saving' : 'Sign out'}
        </Menu.Item>
        {signOut.isError ? (
          <Text size="sm" role="alert" px="sm" py="xs" maw="14rem">
            {isUnsaved
              ? 'Still signed in: your last words could not be saved, and signing out removes them from this device.'
              : 'Still signed in: the server did not confirm it. Try again.'}
          </Text>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
