import { List, Text } from '@mantine/core';
import { failureCode } from '../../api/failures.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Why a draft was not sent by this page. */
export function NotSentNotice({ problems }: { problems: readonly string[] }) {
  return (
    <Notice tone="problem" title="Not sent">
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
      <Text size="sm">Nothing was stored or charged.</Text>
    </Notice>
  );
}

/** Why the server did not take a draft, or that nobody knows whether it did. */
export function SendFailure({ error }: { error: unknown }) {
  const isStillRunning = failureCode(error) === 'idempotency_in_progress';
  return (
    <FailureNotice
      title={isStillRunning ? 'Still being sent' : 'Not sent'}
      error={error}
      effect={
        isStillRunning
          ? 'Press again in a moment to see the result: it cannot be posted twice.'
          : 'Nothing was sent, stored or charged; what you wrote is still here.'
      }
      uncertain="It is not known whether it was sent. Press again: the same post cannot be posted twice."
    />
  );
}
