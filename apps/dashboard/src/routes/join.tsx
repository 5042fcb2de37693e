import { Button, Stack, Text } from '@mantine/core';
import type { Schema } from '@social/types';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { refusedField } from '../api/failures.ts';
import { EmailField, NewPasswordField } from '../features/account/account-fields.tsx';
import { useLinkToken } from '../features/account/link-token.ts';
import { useDescribeInvitation } from '../features/members/members.ts';
import { roleOfSomebody } from '../features/members/role-words.ts';
import { useJoin } from '../shared/session/session.ts';
import { FailureNotice } from '../ui/notices/failure-notice.tsx';
import { BarePage } from '../ui/page/page.tsx';
import { Waiting } from '../ui/page/waiting.tsx';
import { PageLink } from '../ui/parts/links.tsx';
import { Moment } from '../ui/values/moment.tsx';

/** Joins a workspace with the link of an invitation. */
export default function JoinPage() {
  const token = useLinkToken();
  const { mutate: describe, ...invitation } = useDescribeInvitation();
  useEffect(() => {
    if (token !== null) describe(token);
  }, [token, describe]);
  if (token === null || refusedField(invitation.error) === 'token') return <InvalidLink />;
  if (invitation.isError) {
    return (
      <BarePage heading="Invitation">
        <FailureNotice
          title="The invitation could not be read"
          error={invitation.error}
          effect="The link still works."
          actions={<Button onClick={() => describe(token)}>Try again</Button>}
        />
      </BarePage>
    );
  }
  return (
    <BarePage heading="Invitation">
      {invitation.data ? <JoinForm token={token} invitation={invitation.data} /> : <Waiting />}
    </BarePage>
  );
}

function JoinForm({ token, invitation }: { token: string; invitation: Schema<'InvitationDescription'> }) {
  const { workspace, invitedBy, role, expiresAt } = invitation;
  const [email, setEmail] = useState(invitation.email ?? '');
  const [password, setPassword] = useState('');
  const [, navigate] = useLocation();
  const join = useJoin();
  if (refusedField(join.error) === 'token') return <UsedMeanwhile />;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (join.isPending) return;
    join.mutate({ token, email, password }, { onSuccess: () => navigate('/', { replace: true }) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>
          {invitedBy} invites you to {invitedBy === workspace ? 'the workspace' : `the workspace of ${workspace}`},{' '}
          {roleOfSomebody(role)}
        </Text>
        <FailureNotice
          title="No account yet"
          error={join.error}
          effect="No account was created; the link still works."
          uncertain="The account may have been created: try to sign in with it first."
        />
        <EmailField value={email} onChange={setEmail} />
        <NewPasswordField label="Password" value={password} onChange={setPassword} />
        <Button type="submit" loading={join.isPending}>
          Create account
        </Button>
        <Text size="sm" c="dimmed">
          The link ends <Moment at={expiresAt} as="distance" />.
        </Text>
      </Stack>
    </form>
  );
}

function UsedMeanwhile() {
  return <Text>The invitation was used or revoked meanwhile. No account was created: ask for another link.</Text>;
}

function InvalidLink() {
  return (
    <BarePage heading="This link does not work">
      <Text>
        It was used or revoked, is older than seven days, or was not copied whole. Ask the person who invited you for
        another one.
      </Text>
      <PageLink href="/sign-in">Sign in</PageLink>
    </BarePage>
  );
}
