import { Button, Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { Notice } from './notice.tsx';

/** Words about something that failed. */
export interface FailureWords {
  /** Names what was not done, for example "Not connected". */
  title: string;
  /** State after the server refused the request: nothing stored, still connected, … */
  effect: string;
  /** Replaces `effect` when the request may have had its effect. */
  uncertain?: string;
}

interface FailureNoticeProps extends FailureWords {
  /** The failure; null or undefined before one. */
  error: unknown;
  actions?: ReactNode;
}

/** Says what happened, what it left behind and what to do next. Renders nothing without an error. */
export function FailureNotice({ title, error, effect, uncertain = effect, actions }: FailureNoticeProps) {
  if (error === null || error === undefined) return null;
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

interface Reading {
  isFetching: boolean;
  refetch: () => unknown;
}

/** Reads again what could not be read. */
export function TryAgain({ query }: { query: Reading }) {
  return (
    <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
      Try again
    </Button>
  );
}

interface ReadFailureProps {
  /** Names what could not be read, as a sentence without its full stop. */
  title: string;
  query: Reading & { isError: boolean; error: unknown; data: unknown };
  /** State after the failure, where there is more to say than that nothing was changed. */
  effect?: string;
}

/** Says that a query failed and offers to read again. Renders nothing for any other query. */
export function ReadFailure({ title, query, effect }: ReadFailureProps) {
  if (!query.isError) return null;
  const usual = query.data ? 'Nothing was changed; what is shown below may be old.' : 'Nothing was changed.';
  return (
    <FailureNotice title={title} error={query.error} effect={effect ?? usual} actions={<TryAgain query={query} />} />
  );
}
