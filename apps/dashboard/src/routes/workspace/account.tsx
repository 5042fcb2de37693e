import { Text } from '@mantine/core';
import { MailForm } from '../../features/account/mail-form.tsx';
import { PasswordForm } from '../../features/account/password-form.tsx';
import { useAccount } from '../../features/account/session.ts';
import { SessionList } from '../../features/account/session-list.tsx';
import { Page } from '../../ui/page/page.tsx';

/** The account that is signed in, its password and its sessions. */
export default function AccountPage() {
  const account = useAccount();
  return (
    <Page heading="Account">
      <Text>Signed in as {account.data?.email}.</Text>
      <MailForm />
      <PasswordForm />
      <SessionList />
    </Page>
  );
}
