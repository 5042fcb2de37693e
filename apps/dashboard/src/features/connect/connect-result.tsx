import { type PlatformId, platformFacts } from '@social/types';
import type { RefObject } from 'react';
import { Link } from 'wouter';
import { StateMark } from '../../ui/state-mark.tsx';
import { connectionsAddress } from '../connections/connections.ts';
import type { Connected } from './connect-form.tsx';

interface ConnectResultProps extends Connected {
  platform: PlatformId;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

/** Says what was connected to what. */
export function ConnectResult({ platform, option, profile, headingRef }: ConnectResultProps) {
  return (
    <section className="notice notice-ok">
      <StateMark tone="ok" />
      <div className="notice-text">
        <h2 className="notice-title" ref={headingRef} tabIndex={-1}>
          {platformFacts(platform).label} is connected
        </h2>
        <p>
          The profile {profile.name} now publishes as {option.name}. You can close this page.
        </p>
        <div className="actions">
          <Link className="button" href={connectionsAddress({ profileId: profile.id, connected: platform })}>
            See your connections
          </Link>
        </div>
      </div>
    </section>
  );
}
