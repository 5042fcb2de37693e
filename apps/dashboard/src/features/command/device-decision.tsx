import { Code, Text } from '@mantine/core';
import { useState } from 'react';
import { LOADING, Stage, useStageFocus } from '../../ui/page/stage.tsx';
import { Waiting } from '../../ui/page/waiting.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import { useAnswerDevice, useDeviceRequest } from './answers.ts';
import { CodeForm } from './code-form.tsx';
import { Decision } from './decision.tsx';

/** Asks about a command on any machine, which the user names by its code. */
export function DeviceDecision({ initialCode, email }: { initialCode: string | null; email: string }) {
  const [code, setCode] = useState(initialCode);
  const request = useDeviceRequest(code);
  const answer = useAnswerDevice(code);

  const ask = (typed: string) => {
    if (typed === code) void request.refetch();
    else setCode(typed);
  };
  const chooseStage = () => {
    if (answer.isSuccess) return 'done';
    if (code !== null && request.isFetching) return LOADING;
    return request.data ? 'decide' : 'type';
  };
  const stage = chooseStage();
  const heading = useStageFocus(stage);
  if (stage === LOADING) return <Waiting />;
  if (stage === 'type' || !request.data) {
    return <CodeForm headingRef={heading} initial={code ?? ''} error={request.error} onAsk={ask} />;
  }
  const { machine, address, scopes, createdAt, expiresAt } = request.data;
  if (stage === 'done')
    return <Answered machine={machine} isApproved={answer.variables?.kind === 'approve'} headingRef={heading} />;
  return (
    <Decision machine={machine} email={email} asked={scopes} headingRef={heading} answer={answer}>
      <Text>
        The request came from the address <Code>{address}</Code>, <Moment at={createdAt} as="distance" /> (
        <Moment at={createdAt} as="time" />
        ). The command waits until <Moment at={expiresAt} as="time" /> and must show the code{' '}
        <Code>{code?.trim()}</Code>.
      </Text>
    </Decision>
  );
}

interface AnsweredProps {
  machine: string;
  isApproved: boolean;
  headingRef: ReturnType<typeof useStageFocus>;
}

function Answered({ machine, isApproved, headingRef }: AnsweredProps) {
  return (
    <Stage heading={isApproved ? 'Approved' : 'Denied'} headingRef={headingRef}>
      <Text>
        {isApproved
          ? `The command on ${machine} signs in within a few seconds. You can close this page and go back to the terminal.`
          : `The command on ${machine} got no key and ends. You can close this page and go back to the terminal.`}
      </Text>
    </Stage>
  );
}
