import { type PlatformId, platformName } from '@social/types';
import { useState } from 'react';

interface Asked {
  readonly what: 'disconnect' | 'paste';
  readonly platform: PlatformId;
  /** What the platform is called. */
  readonly name: string;
  /** The account that is connected, in words; empty when none is. */
  readonly account: string;
}

interface Done {
  readonly how: 'connected' | 'disconnected';
  readonly platform: PlatformId;
  readonly name: string;
}

interface AboutConnection {
  readonly network?: string | null | undefined;
  readonly account?: string;
}

const NOT_ASKED_YET: Asked = { what: 'disconnect', platform: 'profnet', name: '', account: '' };

/** What the user is asked about a card, and what came of it last. The question stays known while its dialog closes. */
export function useCardActions() {
  const [asked, setAsked] = useState<Asked>(NOT_ASKED_YET);
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  return {
    asked,
    isAsking,
    done,
    ask: (what: Asked['what'], platform: PlatformId, { network, account = '' }: AboutConnection = {}) => {
      setAsked({ what, platform, name: platformName(platform, network), account });
      setAsking(true);
    },
    stop: () => setAsking(false),
    finish: (how: Done['how']) => {
      setAsking(false);
      setDone({ how, platform: asked.platform, name: asked.name });
    },
  };
}
