import { StandingMark } from '../../../shared/posts/standing-mark.tsx';
import { StateMark } from '../../../ui/parts/state-mark.tsx';
import type { Entry } from './entry.ts';

/** A pencil. */
const DRAFT = 'M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3zM9.2 4.5l2.3 2.3';

/** A small shape for the state of an entry, next to words that say the same. */
export function EntryMark({ state }: Pick<Entry, 'state'>) {
  return state === 'draft' ? <StateMark tone="off" shape={DRAFT} /> : <StandingMark standing={state} />;
}
