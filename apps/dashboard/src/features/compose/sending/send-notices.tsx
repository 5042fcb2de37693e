import { Anchor, Button, List, Text } from '@mantine/core';
import { Link } from 'wouter';
import { failureCode } from '../../../api/failures.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { keyOf, type PublishRequest } from '../draft.ts';
import { type DraftStore, useDraft } from '../draft-store.ts';

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

interface SendNoticeProps {
  store: DraftStore;
  /** What would be sent now. */
  request: PublishRequest;
  /** Of the last attempt since the page was opened; null when there is none. */
  error: unknown;
}

/**
 * What became of the last attempt to send a draft. While nobody knows, sending the same again is safe; what was changed
 * since would be a second post.
 */
export function SendNotice({ store, request, error }: SendNoticeProps) {
  const { draft } = useDraft(store);
  if (draft.unsettledKey === null) return error ? <SendFailure error={error} /> : null;
  if (draft.unsettledKey !== keyOf(draft, request)) {
    return <ChangedSince onLooked={() => store.change({ unsettledKey: null })} />;
  }
  if (error) return <SendFailure error={error} />;
  return (
    <Notice tone="problem" title="Not known whether it was sent">
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
          <Anchor component={Link} href="/" size="sm">
            See your posts
          </Anchor>
          <Button variant="default" size="xs" onClick={onLooked}>
            It was not sent
          </Button>
        </>
      }
    >
      <Text size="sm">
        It is not known whether the version before was sent: its answer was lost. What you have now would be posted
        beside it. Take the change back to send it safely, or look at your posts first.
      </Text>
    </Notice>
  );
}

/** Why the server did not take a draft, or that nobody knows whether it did. */
function SendFailure({ error }: { error: unknown }) {
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
