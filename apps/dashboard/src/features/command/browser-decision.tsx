import { Text } from '@mantine/core';
import { Stage, useStageFocus } from '../../ui/page/stage.tsx';
import { useAnswerBrowser } from './answers.ts';
import type { BrowserRequest } from './browser-request.ts';
import { Decision } from './decision.tsx';

/** Asks about a command on this computer and sends the answer back to it. */
export function BrowserDecision({ request, email }: { request: BrowserRequest; email: string }) {
  const answer = useAnswerBrowser(request);
  const heading = useStageFocus(answer.isSuccess ? 'done' : 'decide');
  if (answer.isSuccess) {
    return (
      <Stage heading="Going back to the command …" headingRef={heading}>
        <Text>If nothing happens, the command has stopped waiting: go back to the terminal and run it again.</Text>
      </Stage>
    );
  }
  return (
    <Decision machine={request.machine} email={email} asked={request.scopes} headingRef={heading} answer={answer}>
      <Text>It says that it runs on this computer. It waits for your answer here.</Text>
    </Decision>
  );
}
