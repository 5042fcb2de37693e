import { Anchor, Button, Code, Group, Text } from '@mantine/core';
import type { Scope } from '@social/types';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useState } from 'react';
import { ScopeChoice } from '../../shared/keys/scope-choice.tsx';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { Stage } from '../../ui/page/stage.tsx';
import type { Answer } from './answers.ts';

interface DecisionProps {
  /** The name that the command gave for its machine. */
  machine: string;
  /** Email of the account that owns the workspace. */
  email: string;
  /** Scopes that the command asks for. */
  asked: readonly Scope[];
  headingRef: RefObject<HTMLHeadingElement | null>;
  answer: UseMutationResult<unknown, Error, Answer>;
  /** Further facts about the request. */
  children: ReactNode;
}

/** Asks whether a command may act for the workspace. */
export function Decision({ machine, email, asked, headingRef, answer, children }: DecisionProps) {
  const [scopes, setScopes] = useState(asked);
  const isPending = (kind: Answer['kind']) => answer.isPending && answer.variables.kind === kind;
  return (
    <Stage heading={`Allow the command on ${machine} to act for this workspace?`} headingRef={headingRef}>
      <Text>
        It is the workspace of {email}. The command gets its own API key, named <Code>social on {machine}</Code>, which
        works until you revoke it under{' '}
        <Anchor href="/keys" target="_blank" inherit underline="always">
          API keys
        </Anchor>
        .
      </Text>
      {children}
      <ScopeChoice offered={asked} value={scopes} onChange={setScopes} />
      <Notice tone="neutral" title="Approve only what you have begun yourself">
        <Text size="sm">
          If you have not just run <Code>social login</Code> on that machine, deny: otherwise someone else could act for
          you.
        </Text>
      </Notice>
      <FailureNotice
        title={answer.variables?.kind === 'approve' ? 'Not approved' : 'Not denied'}
        error={answer.error}
        effect="The command got no key."
        uncertain="The command either still waits or continues in a moment: look at the terminal."
      />
      <Group gap="sm">
        <Button
          loading={isPending('approve')}
          disabled={answer.isPending || scopes.length === 0}
          onClick={() => answer.mutate({ kind: 'approve', scopes })}
        >
          Approve
        </Button>
        <Button
          variant="default"
          loading={isPending('deny')}
          disabled={answer.isPending}
          onClick={() => answer.mutate({ kind: 'deny' })}
        >
          Deny
        </Button>
      </Group>
    </Stage>
  );
}
