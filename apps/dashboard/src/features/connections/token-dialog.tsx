import { Modal } from '@mantine/core';
import { type PlatformId, platformName } from '@social/types';
import type { Profile } from '../profiles/profiles.ts';
import { TokenForm } from './token-form.tsx';

interface TokenDialogProps {
  isOpen: boolean;
  platform: PlatformId;
  profile: Profile;
  onConnected: () => void;
  onClose: () => void;
}

/** Connects a platform whose accounts are reached with a credential that their owner pastes. */
export function TokenDialog({ isOpen, platform, profile, onConnected, onClose }: TokenDialogProps) {
  const title = `Connect ${platformName(platform)}`;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }} centered>
      {/* Closing takes the form off the page, and the secret with it. */}
      <TokenForm platform={platform} profile={profile} onConnected={onConnected} onClose={onClose} />
    </Modal>
  );
}
