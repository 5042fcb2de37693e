import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { FailureNotice, TryAgain } from '../../ui/failure-notice.tsx';
import { Moment } from '../../ui/moment.tsx';
import { LiveRegion, Notice } from '../../ui/notice.tsx';
import { browserInWords } from './browser-name.ts';
import { type Session, useRevokeOtherSessions, useRevokeSession, useSessions } from './sessions.ts';

/** Where the account is signed in, and how to end each session. */
export function SessionList() {
  const sessions = useSessions();
  const revoke = useRevokeSession();
  const revokeOthers = useRevokeOtherSessions();
  const [result, setResult] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const failed = [revoke, revokeOthers].find((change) => change.isError);
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false;

  const say = (text: string) => {
    setResult(text);
    // The button that had the focus is gone with its session.
    heading.current?.focus();
  };
  const end = (session: Session) => {
    revokeOthers.reset();
    revoke.mutate(session, { onSuccess: () => say(`${browserInWords(session.userAgent)} is signed out.`) });
  };
  const endOthers = () => {
    revoke.reset();
    revokeOthers.mutate(undefined, { onSuccess: () => say('Every other browser is signed out.') });
  };
  return (
    <Stack component="section" gap="sm" maw="44rem" aria-labelledby={headingId}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" id={headingId} ref={heading} tabIndex={-1}>
          Sessions
        </Title>
        {hasOthers ? (
          <Button variant="default" size="xs" loading={revokeOthers.isPending} onClick={endOthers}>
            Sign out everywhere else
          </Button>
        ) : null}
      </Group>
      <Text c="dimmed">Every browser in which this account is signed in. End what you do not know.</Text>
      <LiveRegion>{result && !failed ? <Notice tone="ok" title={result} /> : null}</LiveRegion>
      {failed ? (
        <FailureNotice
          title="Not signed out"
          error={failed.error}
          effect="The list shows what still is signed in."
          uncertain="The list shows what still is signed in."
        />
      ) : null}
      {sessions.isError ? (
        <FailureNotice
          title="The sessions could not be read"
          error={sessions.error}
          effect="Nothing was changed."
          actions={<TryAgain query={sessions} />}
        />
      ) : null}
      {sessions.isPending ? <Skeleton h={68} /> : null}
      {sessions.data?.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          isEnding={revoke.isPending && revoke.variables.id === session.id}
          onEnd={() => end(session)}
        />
      ))}
    </Stack>
  );
}

function SessionRow({ session, isEnding, onEnd }: { session: Session; isEnding: boolean; onEnd: () => void }) {
  const { userAgent, address, createdAt, isCurrent } = session;
  const name = browserInWords(userAgent);
  return (
    <Paper component="article" withBorder px="md" py="sm" aria-label={isCurrent ? `${name}, this one` : name}>
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600} title={userAgent ?? undefined}>
            {name}
            {isCurrent ? ' (this one)' : ''}
          </Text>
          <Text size="sm" c="dimmed">
            {address ? `From ${address}, since ` : 'Since '}
            <Moment at={createdAt} as="time" />
          </Text>
        </div>
        <Button variant="default" size="xs" loading={isEnding} onClick={onEnd} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      </Group>
    </Paper>
  );
}
