import { Button, List, Text } from '@mantine/core';
import { failureCode } from '../../../api/failures.ts';
import { FailureNotice } from '../../../ui/notices/failure-notice.tsx';
import { Notice } from '../../../ui/notices/notice.tsx';
import { SmallLink } from '../../../ui/parts/links.tsx';
import { keyOf, type PublishRequest } from '../writing.ts';
import { useWritingPart, type WritingStore } from '../writing-store.ts';
import { NotSavedError } from './publishing.ts';

/** Says why this page did not send a draft. */
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

interface SendNoticeProps {
  store: WritingStore;
  /** The request for the draft as it is now. */
  request: PublishRequest;
  /** Error of the last attempt since the page was opened, or null. */
  error: unknown;
}

/**
 * Says how the last attempt to send a draft ended. While the outcome is unknown, sending the same content again is safe,
 * but changed content would be a second post.
 */
export function SendNotice({ store, request, error }: SendNoticeProps) {
  const unsettledKey = useWritingPart(store, (writing) => writing.unsettledKey);
  if (unsettledKey === null) return error ? <SendFailure error={error} /> : null;
  if (unsettledKey !== keyOf(store.writing(), request)) {
    return <ChangedSince onLooked={() => store.change({ unsettledKey: null })} />;
  }
  if (error) return <SendFailure error={error} />;
  return (
    <Notice
      tone="problem"
      title="Not known whether it was sent"
      actions={
        <Button variant="default" size="xs" onClick={() => store.change({ unsettledKey: null })}>
          It was not sent
        </Button>
      }
    >
      <Text size="sm">The answer was lost. Press again: the same post cannot be posted twice.</Text>
    </Notice>
  );
}

function ChangedSince({ onLooked }: { onLooked: () => void }) {
  return (
    <Notice
      tone="problem"
      title="It may have been sent before you changed it"
      actions={
        <>
          <SmallLink href="/">See your posts</SmallLink>
          <Button variant="default" size="xs" onClick={onLooked}>
            It was not sent
          </Button>
        </>
      }
    >
      <Text size="sm">
        The answer for the version before your change was lost, so it may have been sent. The current version would be a
        second post. Undo the change to send it safely, or look at your posts first.
      </Text>
    </Notice>
  );
}

/** Says why the server did not take a draft, or that the outcome is unknown. */
function SendFailure({ error }: { error: unknown }) {
  if (error instanceof NotSavedError) {
    return (
      <Notice tone="problem" title="Not sent">
        <Text size="sm">
          {error.isApproved
            ? 'The draft was approved before these changes, and is a post now. The changes were not sent.'
            : 'The last changes could not be saved first. Nothing was sent or charged.'}
        </Text>
      </Notice>
    );
  }
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
