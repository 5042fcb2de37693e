import { StateWords } from '../../ui/parts/state-mark.tsx';
import type { Delivery } from './webhooks.ts';

const STATES = {
  pending: { tone: 'off', words: 'Waiting' },
  delivered: { tone: 'ok', words: 'Delivered' },
  failed: { tone: 'warning', words: 'Failed' },
  canceled: { tone: 'off', words: 'Canceled' },
  held: { tone: 'off', words: 'Held' },
} as const;

/** Says how far a delivery is. */
export function DeliveryState({ delivery: { status, tries } }: { delivery: Delivery }) {
  const { tone, words } = STATES[status];
  const isAgain = status === 'pending' && tries > 0;
  return <StateWords tone={isAgain ? 'warning' : tone}>{isAgain ? 'Will be tried again' : words}</StateWords>;
}
