import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { InvitationList } from '../../../features/members/invitation-list.tsx';
import { InviteDialog } from '../../../features/members/invite-dialog.tsx';
import { type LostRole, LostRoleDialog } from '../../../features/members/lost-role-dialog.tsx';
import { MemberList } from '../../../features/members/member-list.tsx';
import { type Member, useChangeRole, useMembers, useRevokeInvitation } from '../../../features/members/members.ts';
import { RemoveMemberDialog } from '../../../features/members/remove-member-dialog.tsx';
import type { Role } from '../../../shared/session/role.ts';
import { useAccount } from '../../../shared/session/session.ts';
import { useSubject } from '../../../ui/dialogs/subject.ts';
import { FailureNotice, ReadFailure } from '../../../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../../../ui/notices/notice.tsx';
import { focusHeading } from '../../../ui/page/navigation.ts';
import { Page } from '../../../ui/page/page.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { WaitingRows } from '../../../ui/parts/rows.tsx';

/** The people of the workspace. */
export default function MembersPage() {
  const { data: account } = useAccount();
  const found = useMembers();
  const [isInviting, invitation] = useDisclosure(false);
  const removing = useSubject<Member>();
  const losing = useSubject<LostRole>();
  const roles = useChangeRole();
  const revocation = useRevokeInvitation();
  const [result, setResult] = useState<string>();
  const { members = [], invitations = [] } = found.data ?? {};
  const sayRole = ({ email }: Member, role: Role) => setResult(`${email} is ${role} now.`);
  const say = (words: string) => {
    setResult(words);
    focusHeading();
  };
  return (
    <Page heading="Members" beside={<Button onClick={invitation.open}>Invite</Button>}>
      <LiveRegion>{result ? <Notice tone="ok" title={result} /> : null}</LiveRegion>
      <FailureNotice title="The role was not changed" error={roles.error} effect="Nothing was changed." />
      <FailureNotice title="Not revoked" error={revocation.error} effect="The link may still work; try again." />
      <ReadFailure title="The members could not be read" query={found} />
      {found.isPending ? <WaitingRows count={2} height={68} /> : null}
      {found.data ? (
        <MemberList
          members={members}
          own={account?.email}
          changing={roles.isPending ? roles.variables.id : undefined}
          onChangeRole={(member, role) =>
            member.role === 'owner'
              ? losing.open({ member, role })
              : roles.mutate({ id: member.id, role }, { onSuccess: () => sayRole(member, role) })
          }
          onRemove={removing.open}
        />
      ) : null}
      {invitations.length > 0 ? (
        <Section title="Open invitations">
          <Text c="dimmed">Each link makes one account. It ends when it is used, or after seven days.</Text>
          <InvitationList
            invitations={invitations}
            revoking={revocation.isPending ? revocation.variables : undefined}
            onRevoke={({ id }) =>
              revocation.mutate(id, { onSuccess: () => say('The invitation is revoked. Its link no longer works.') })
            }
          />
        </Section>
      ) : null}
      <InviteDialog isOpen={isInviting} onClose={invitation.close} onDone={() => say('The invitation is open.')} />
      <LostRoleDialog
        lost={losing.subject}
        isOpen={losing.isOpen}
        onClose={losing.close}
        onDone={({ member, role }) => sayRole(member, role)}
      />
      <RemoveMemberDialog
        member={removing.subject}
        isOpen={removing.isOpen}
        onClose={removing.close}
        onDone={() => say(`${removing.subject?.email} was removed.`)}
      />
    </Page>
  );
}
