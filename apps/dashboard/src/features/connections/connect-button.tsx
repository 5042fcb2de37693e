import { Button } from '@mantine/core';
import type { PlatformId } from '@social/types';
import type { ReactNode } from 'react';
import { connectAddress } from '../../shared/connections/connections.ts';

interface ConnectButtonProps {
  /** Name for screen readers, which begins with what the button shows. */
  label: string;
  platform: PlatformId;
  profileId: string;
  /** Asks for a credential or a server; undefined for a network whose consent page needs neither. */
  onConnect: (() => void) | undefined;
  /** Has the network ask which account signs in. */
  isFurther?: boolean;
  variant?: 'default' | 'filled';
  children: ReactNode;
}

/** Begins to connect an account: asks for what the network needs first, or leads to its consent page. */
export function ConnectButton(props: ConnectButtonProps) {
  const { label, platform, profileId, onConnect, isFurther = false, variant = 'default', children } = props;
  const look = { variant, size: 'xs', 'aria-label': label };
  if (onConnect) {
    return (
      <Button {...look} onClick={onConnect}>
        {children}
      </Button>
    );
  }
  return (
    <Button
      {...look}
      component="a"
      href={connectAddress(platform, profileId, isFurther ? { chooseAccount: true } : {})}
    >
      {children}
    </Button>
  );
}
