import { Button, Group, Paper, Skeleton, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { FailureNotice, ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../../ui/notices/notice.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import { browserInWords } from './browser-name.ts';
import { type Session, useRevokeOtherSessions, useRevokeSession, useSessions } from './sessions.ts';

/** Lists the browsers in which the account is signed in, each with a button to sign it out. */
export function SessionList() {
  const sessions = useSessions();
  const revoke = useRevokeSession();
  const revokeOthers = useRevokeOtherSessions();
  const [result, setResult] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const failed = [revoke, revokeOthers].find((change) => change.isError);
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false;

  const say = (text: string) => {
    setResult(text);
    // The button that had the focus disappears with its session.
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
    <Section
      title="Sessions"
      headingRef={heading}
      maw="44rem"
      beside={
        hasOthers ? (
          <Button variant="default" size="xs" loading={revokeOthers.isPending} onClick={endOthers}>
            Sign out everywhere else
          </Button>
        ) : null
      }
    >
      <Text c="dimmed">
        This account is signed in in each of these browsers. Sign out every browser that you do not recognize.
      </Text>
      <LiveRegion>{result && !failed ? <Notice tone="ok" title={result} /> : null}</LiveRegion>
      <FailureNotice
        title="Not signed out"
        error={failed?.error}
        effect="The list shows which browsers are still signed in."
      />
      <ReadFailure title="The sessions could not be read" query={sessions} />
      {sessions.isPending ? <Skeleton h={68} /> : null}
      {sessions.data?.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          isEnding={revoke.isPending && revoke.variables.id === session.id}
          onEnd={() => end(session)}
        />
      ))}
    </Section>
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
          <Hint>
            {address ? `From ${address}, since ` : 'Since '}
            <Moment at={createdAt} as="time" />
          </Hint>
        </div>
        <Button variant="default" size="xs" loading={isEnding} onClick={onEnd} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      </Group>
    </Paper>
  );
}
