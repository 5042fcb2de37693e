import { StateWords } from '../../ui/parts/state-mark.tsx';
import type { Endpoint } from './webhooks.ts';

const STATES = {
  active: { tone: 'ok', words: 'Active' },
  paused: { tone: 'warning', words: 'Paused' },
  disabled: { tone: 'off', words: 'Off' },
} as const;

/** Says whether an endpoint receives events. */
export function EndpointState({ endpoint: { status, failingSince } }: { endpoint: Endpoint }) {
  const isFailing = status === 'active' && failingSince !== null;
  const { tone, words } = STATES[status];
  return <StateWords tone={isFailing ? 'warning' : tone}>{isFailing ? 'Active, failing' : words}</StateWords>;
}

/** "Every kind of event", or the chosen kinds. */
export function kindsInWords({ kinds }: Endpoint): string {
  return kinds === null ? 'Every kind of event' : kinds.join(', ');
}
