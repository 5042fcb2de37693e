import type { KeyboardEvent, MouseEvent } from 'react';
import { useMay } from '../../../shared/session/role.ts';
import type { Entry } from '../entries/entry.ts';
import { whyFixed } from './fixed.ts';
import type { Moves } from './moves.ts';

interface MoveRequestsOptions {
  moves: Moves;
  entryOf: (element: Element) => Entry | undefined;
  /** The key M was pressed on an entry that can be moved. */
  onTake: (entry: Entry) => void;
  /** The button of an entry was pressed that asks where to move it. */
  onAsk: (entry: Entry) => void;
}

/** Returns the handlers of a view whose entries can be moved by a key or a button. They belong to the whole view, as in `useDrag`. */
export function useMoveRequests({ moves, entryOf, onTake, onAsk }: MoveRequestsOptions) {
  const may = useMay();
  const found = ({ target }: { target: EventTarget }) => {
    const element = target instanceof Element ? target.closest('[data-entry]') : null;
    const entry = element ? entryOf(element) : undefined;
    return entry && !moves.moving.has(entry.id) ? entry : undefined;
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return;
      const entry = found(event);
      if (!entry) return;
      event.preventDefault();
      const why = whyFixed(entry, may);
      if (why === null) onTake(entry);
      else moves.refuse(entry, why);
    },
    onClick: (event: MouseEvent) => {
      const isMove = event.target instanceof Element && event.target.closest('[data-move]');
      const entry = isMove ? found(event) : undefined;
      if (entry) onAsk(entry);
    },
  };
}
