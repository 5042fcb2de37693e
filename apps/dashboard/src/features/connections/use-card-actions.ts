import type { PlatformId, Schema } from '@social/types';
import { useState } from 'react';
import { useSubject } from '../../ui/dialogs/subject.ts';

interface Asked {
  readonly what: 'disconnect' | 'connect' | 'rename';
  readonly platform: PlatformId;
  /** The account that it is about; undefined to connect another one. */
  readonly account: Schema<'AccountStatus'> | undefined;
  /** Set where the platform has other accounts. */
  readonly hasOthers: boolean;
}

interface Done {
  readonly platform: PlatformId;
  /** What was done, in a sentence; null for an account that was connected. */
  readonly said: string | null;
}

const NOT_ASKED_YET: Asked = { what: 'disconnect', platform: 'profnet', account: undefined, hasOthers: false };

/** Holds what the page asks about a card, and the result of the last action. */
export function useCardActions() {
  const { subject: asked = NOT_ASKED_YET, isOpen, open, close } = useSubject<Asked>();
  const [done, setDone] = useState<Done | null>(null);
  return {
    asked,
    isAsking: isOpen,
    done,
    ask: (what: Asked['what'], platform: PlatformId, account?: Asked['account'], hasOthers = false) =>
      open({ what, platform, account, hasOthers }),
    stop: close,
    /** Closes the question, if one is open, and says what was done. */
    finish: (platform: PlatformId, said: Done['said']) => {
      close();
      setDone({ platform, said });
    },
  };
}
