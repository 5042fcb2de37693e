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
  /** The connected account, or its server, where the platform asks for it; empty without one. */
  readonly named: string;
}

interface Done extends Pick<Asked, 'platform' | 'name'> {
  readonly how: 'connected' | 'disconnected';
}

interface AboutConnection {
  readonly network?: string | null | undefined;
  readonly account?: string;
  readonly named?: string;
}

const NOT_ASKED_YET: Asked = { what: 'disconnect', platform: 'profnet', name: '', account: '', named: '' };

/** Holds what the page asks about a card, and the result of the last action. */
export function useCardActions() {
  const { subject: asked = NOT_ASKED_YET, isOpen, open, close } = useSubject<Asked>();
  const [done, setDone] = useState<Done | null>(null);
  return {
    asked,
    isAsking: isOpen,
    done,
    ask: (what: Asked['what'], platform: PlatformId, { network, account = '', named = '' }: AboutConnection = {}) =>
      open({ what, platform, name: platformName(platform, network), account, named }),
    stop: close,
    finish: (how: Done['how']) => {
      close();
      setDone({ how, platform: asked.platform, name: asked.name });
    },
  };
}
