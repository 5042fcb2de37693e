import { Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Answer } from './answers.ts';

interface DecisionProps {
  /** What the machine calls itself. */
  machine: string;
  /** Whose workspace it is. */
  email: string;
  headingRef: RefObject<HTMLHeadingElement | null>;
  answer: UseMutationResult<unknown, Error, Answer>;
  /** What else is known about the request. */
  children: ReactNode;
}

/** Asks whether a command may act for the workspace. */
export function Decision({ machine, email, headingRef, answer, children }: DecisionProps) {
  const isPending = (which: Answer) => answer.isPending && answer.variables === which;
  return (
    <Stack component="section">
      <Title order={2} size="h4" ref={headingRef} tabIndex={-1}>
        Allow the command on {machine} to act for this workspace?
      </Title>
      <Text>
        It is the workspace of {email}. The command gets an API key of its own, named <Code>social on {machine}</Code>:
        it can publish, connect accounts and spend credits until you revoke it under{' '}
        <Anchor href="/keys" target="_blank" inherit underline="always">
          API keys
        </Anchor>
        .
      </Text>
      {children}
      <Notice tone="neutral" title="Approve only what you have begun yourself">
        <Text size="sm">
          If you have not just run <Code>social login</Code> on that machine, deny: somebody else would act for you.
        </Text>
      </Notice>
      {answer.isError ? (
        <FailureNotice
          title={answer.variables === 'approve' ? 'Not approved' : 'Not denied'}
          error={answer.error}
          effect="The command got no key."
          uncertain="The command waits on, or goes on by itself in a moment: it says so."
        />
      ) : null}
      <Group gap="sm">
        <Button loading={isPending('approve')} disabled={answer.isPending} onClick={() => answer.mutate('approve')}>
          Approve
        </Button>
        <Button
          variant="default"
          loading={isPending('deny')}
          disabled={answer.isPending}
          onClick={() => answer.mutate('deny')}
        >
          Deny
        </Button>
      </Group>
    </Stack>
  );
}
