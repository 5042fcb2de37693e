import { type PlatformId, platformName } from '@social/types';
import { useState } from 'react';
import { useSubject } from '../../ui/dialogs/subject.ts';

interface Asked {
  readonly what: 'disconnect' | 'connect';
  readonly platform: PlatformId;
  /** The platform's name for readers. */
  readonly name: string;
  /** The connected account, in words; empty without a connection. */
  readonly account: string;
  /** Server of the connected account; empty without one. */
  readonly server: string;
}

interface Done extends Pick<Asked, 'platform' | 'name'> {
  readonly how: 'connected' | 'disconnected';
}

interface AboutConnection {
  readonly network?: string | null | undefined;
  readonly account?: string;
  readonly server?: string;
}

const NOT_ASKED_YET: Asked = { what: 'disconnect', platform: 'profnet', name: '', account: '', server: '' };

/** Holds what the page asks about a card, and the result of the last action. */
export function useCardActions() {
  const { subject: asked = NOT_ASKED_YET, isOpen, open, close } = useSubject<Asked>();
  const [done, setDone] = useState<Done | null>(null);
  return {
    asked,
    isAsking: isOpen,
    done,
    ask: (what: Asked['what'], platform: PlatformId, { network, account = '', server = '' }: AboutConnection = {}) =>
      open({ what, platform, name: platformName(platform, network), account, server }),
    stop: close,
    finish: (how: Done['how']) => {
      close();
      setDone({ how, platform: asked.platform, name: asked.name });
    },
  };
}
