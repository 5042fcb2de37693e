import { Stack, Text, Title } from '@mantine/core';
import { useStageFocus } from '../../ui/stage-focus.ts';
import { useAnswerBrowser } from './answers.ts';
import type { BrowserRequest } from './browser-request.ts';
import { Decision } from './decision.tsx';

/** The question of a command on this computer; the answer goes back to it. */
export function BrowserDecision({ request, email }: { request: BrowserRequest; email: string }) {
  const answer = useAnswerBrowser(request);
  const heading = useStageFocus(answer.isSuccess ? 'done' : 'decide');
  if (answer.isSuccess) {
    return (
      <Stack component="section">
        <Title order={2} size="h4" ref={heading} tabIndex={-1}>
          Going back to the command …
        </Title>
        <Text>If nothing follows, it waits no longer: go back to the terminal and run it again.</Text>
      </Stack>
    );
  }
  return (
    <Decision machine={request.machine} email={email} headingRef={heading} answer={answer}>
      <Text>It says that it runs on this computer, and waits for your answer here.</Text>
    </Decision>
  );
}
