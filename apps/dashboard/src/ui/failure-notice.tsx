import type { ReactNode } from 'react';
import { describeFailure } from '../failures.ts';
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
      <p>
        {failure.text} {failure.isUncertain ? uncertain : effect}
      </p>
      {failure.requestId ? (
        <p className="hint">
          Request <code>{failure.requestId}</code> in the server's log
        </p>
      ) : null}
    </Notice>
  );
}
