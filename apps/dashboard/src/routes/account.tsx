import { Text } from '@mantine/core';
import { PasswordForm } from '../features/account/password-form.tsx';
import { useAccount } from '../features/account/session.ts';
import { SessionList } from '../features/account/session-list.tsx';
import { Page } from '../ui/page.tsx';

/** Who is signed in, the password, and where else the account is signed in. */
export default function AccountPage() {
  const account = useAccount();
  return (
    <Page heading="Account">
      <Text>Signed in as {account.data?.email}.</Text>
      <PasswordForm />
      <SessionList />
    </Page>
  );
}
