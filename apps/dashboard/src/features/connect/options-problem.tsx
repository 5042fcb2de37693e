import { type PlatformId, platformFacts } from '@social/types';
import { Link } from 'wouter';
import { isUnauthorized } from '../../api/failures.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { connectAddress } from '../connections/connections.ts';

interface OptionsProblemProps {
  platform: PlatformId;
  profileId: string | null;
  /** Why the accounts could not be read; null when the list is empty. */
  error: unknown;
  onRetry: () => void;
}

/** Why there is no account to choose, and how to go on. */
export function OptionsProblem({ platform, profileId, error, onRetry }: OptionsProblemProps) {
  const { label } = platformFacts(platform);
  const again = (
    <a className="button button-primary" href={connectAddress(platform, profileId)}>
      Start again
    </a>
  );
  if (error === null) {
    return (
      <Notice tone="problem" title="There is no account to publish as" actions={again}>
        <p>
          {label} answered that this sign-in may publish as nobody. Nothing was stored. Start again, choose another
          account there and allow what is asked for.
        </p>
      </Notice>
    );
  }
  if (isUnauthorized(error)) {
    return (
      <Notice
        tone="problem"
        title="This connection attempt is over"
        actions={
          <>
            {again}
            <Link href="/">See your connections</Link>
          </>
        }
      >
        <p>
          It was finished already, or more than 10 minutes have passed, or it was begun in another browser. Your
          connections show whether it was stored; if it is not there, start again.
        </p>
      </Notice>
    );
  }
  return (
    <FailureNotice
      title={`The accounts of ${label} could not be read`}
      error={error}
      effect="The consent you gave stays valid for 10 minutes."
      actions={
        <>
          <button type="button" className="button button-primary" onClick={onRetry}>
            Try again
          </button>
          <a href={connectAddress(platform, profileId)}>Start again</a>
        </>
      }
    />
  );
}
