import { Button, Menu, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useSignOut } from './session.ts';

/** Shows which account is signed in, with the links to its page and out of it. */
export function SessionMenu({ email }: { email: string }) {
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" size="xs" maw={{ base: '7rem', sm: '14rem' }} aria-label={`Account ${email}`}>
          <Text span inherit truncate>
            {email}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href="/account">
          Account and sessions
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
        {signOut.isError ? (
          <Text size="sm" role="alert" px="sm" py="xs" maw="14rem">
            Still signed in: the server did not confirm it. Try again.
          </Text>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
