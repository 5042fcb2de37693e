import { type PlatformId, platformFacts } from '@social/types';
import { useId, useLayoutEffect, useRef } from 'react';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import type { Profile } from '../profiles/profiles.ts';
import { useDisconnect } from './connections.ts';

interface DisconnectDialogProps {
  platform: PlatformId;
  /** The account that is connected, in words. */
  account: string;
  profile: Profile;
  onDisconnected: () => void;
  onKeep: () => void;
}

/** Asks before a connection is given up, and gives it up. */
export function DisconnectDialog({ platform, account, profile, onDisconnected, onKeep }: DisconnectDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const { label } = platformFacts(platform);
  const disconnect = useDisconnect(profile.id);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing while it is still on the page gives the focus back to the button that opened it.
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault();
        onKeep();
      }}
    >
      <h2 id={headingId}>Disconnect {label}?</h2>
      <p>
        Posts from the profile {profile.name} can no longer be published as {account}; scheduled ones fail there. What
        is already published stays.
      </p>
      <p>To publish there again, connect it anew.</p>
      {disconnect.isError ? (
        <FailureNotice
          title="Not disconnected"
          error={disconnect.error}
          effect="It is still connected; try again."
          uncertain="It may be disconnected all the same. Trying again does no harm."
        />
      ) : null}
      <div className="actions">
        <button type="button" className="button" onClick={onKeep}>
          Keep it
        </button>
        <button
          type="button"
          className="button button-primary"
          aria-disabled={disconnect.isPending}
          onClick={() => {
            if (!disconnect.isPending) disconnect.mutate(platform, { onSuccess: onDisconnected });
          }}
        >
          {disconnect.isPending ? 'Disconnecting…' : 'Disconnect'}
        </button>
      </div>
    </dialog>
  );
}
