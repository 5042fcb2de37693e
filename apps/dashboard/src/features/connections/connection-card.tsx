import { type PlatformId, platformFacts } from '@social/types';
import type { RefObject } from 'react';
import { PlatformGlyph } from '../../ui/platform-glyph.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { ConnectionFacts } from './connection-facts.tsx';
import { accountInWords, type ConnectionStatus, connectAddress, needsAttention, stateInWords } from './connections.ts';

interface ConnectionCardProps {
  platform: PlatformId;
  status: ConnectionStatus;
  profileId: string;
  /** Whether publishing here is outside the workspace's plan. */
  isOutsidePlan: boolean;
  /** Receives the account in words. */
  onDisconnect: (account: string) => void;
  headingRef?: RefObject<HTMLHeadingElement | null> | undefined;
}

/** One platform: its state in words, what is known about the connection, and what can be done. */
export function ConnectionCard(props: ConnectionCardProps) {
  const { platform, status, isOutsidePlan, headingRef } = props;
  const { label } = platformFacts(platform);
  const state = stateInWords(status);
  return (
    <article className="card" aria-labelledby={`platform-${platform}`}>
      <div className="card-head">
        <PlatformGlyph platform={platform} />
        <h2 id={`platform-${platform}`} ref={headingRef} tabIndex={-1}>
          {label}
        </h2>
      </div>
      <p className="state">
        <StateMark tone={state.tone} />
        {state.words}
      </p>
      {status.state !== 'not_connected' ? <ConnectionFacts status={status} /> : null}
      <Advice status={status} isOutsidePlan={isOutsidePlan} />
      <CardActions {...props} label={label} />
    </article>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function Advice({ status, isOutsidePlan }: { status: ConnectionStatus; isOutsidePlan: boolean }) {
  if (status.state === 'needs_reconnect') {
    return <p className="hint">The network no longer accepts this connection. Posts to it fail until you reconnect.</p>;
  }
  if (status.warning) return <p className="hint">{sentence(status.warning)}</p>;
  if (status.missingScopes.length > 0) {
    return <p className="hint">Some actions will fail. Reconnect and allow everything the network asks for.</p>;
  }
  return isOutsidePlan ? <p className="hint">Publishing here needs a paid plan.</p> : null;
}

function CardActions({ platform, status, label, profileId, onDisconnect }: ConnectionCardProps & { label: string }) {
  const isLinked = status.state !== 'not_connected';
  const needsConsent = !isLinked || needsAttention(status);
  const verb = isLinked ? 'Reconnect' : 'Connect';
  return (
    <div className="actions">
      {status.configured && needsConsent ? (
        <a
          className={isLinked ? 'button button-primary' : 'button'}
          href={connectAddress(platform, profileId)}
          aria-label={`${verb} ${label}`}
        >
          {verb}
        </a>
      ) : null}
      {isLinked ? (
        <button
          type="button"
          className="button"
          onClick={() => onDisconnect(accountInWords(status))}
          aria-label={`Disconnect ${label}`}
        >
          Disconnect
        </button>
      ) : null}
    </div>
  );
}
