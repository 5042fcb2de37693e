import { Text } from '@mantine/core';
import { DeleteSection } from '../../../features/account/delete-section.tsx';
import { LeaveSection } from '../../../features/account/leave-section.tsx';
import { MailForm } from '../../../features/account/mail-form.tsx';
import { PasswordForm } from '../../../features/account/password-form.tsx';
import { SessionList } from '../../../features/account/session-list.tsx';
import { ShortcutSetting } from '../../../features/shortcuts/shortcut-setting.tsx';
import { useRole } from '../../../shared/session/role.ts';
import { useAccount } from '../../../shared/session/session.ts';
import { Page } from '../../../ui/page/page.tsx';

/** The account that is signed in, its password and its sessions. */
export default function AccountPage() {
  const account = useAccount();
  const role = useRole();
  return (
    <Page heading="Account">
      <Text>
        Signed in as {account.data?.email}, {role}.
      </Text>
      <ShortcutSetting />
      {role === 'owner' ? <MailForm /> : null}
      <PasswordForm />
      <SessionList />
      {account.data ? <LeaveSection email={account.data.email} /> : null}
      {account.data && role === 'owner' ? <DeleteSection email={account.data.email} /> : null}
    </Page>
  );
}
