import { Button, Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeFailure } from '../api/failures.ts';
import { Notice } from './notice.tsx';

interface FailureNoticeProps {
  /** What was not done, for example "Not connected". */
  title: string;
  error: unknown;
  /** What the failure left behind when the server said no: nothing stored, still connected, … */
  effect: string;
  /** The same when it is not known whether the request had its effect. */
  uncertain?: string;
  actions?: ReactNode;
}

/** Says what happened, what it left behind and what to do next. */
export function FailureNotice({ title, error, effect, uncertain = effect, actions }: FailureNoticeProps) {
  const failure = describeFailure(error);
  return (
    <Notice tone="problem" title={title} actions={actions}>
      <Text size="sm">
        {failure.text} {failure.isUncertain ? uncertain : effect}
      </Text>
      {failure.requestId ? (
        <Text size="sm">
          Request <Code>{failure.requestId}</Code> in the server's log
        </Text>
      ) : null}
    </Notice>
  );
}

/** Reads once more what could not be read. */
export function TryAgain({ query }: { query: { isFetching: boolean; refetch: () => unknown } }) {
  return (
    <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
      Try again
    </Button>
  );
}
