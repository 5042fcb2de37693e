import type { DragEvent } from 'react';
import { useMay } from '../../../shared/session/role.ts';
import type { Entry } from '../entries/entry.ts';
import { whyFixed } from './fixed.ts';
import type { Hand } from './hand.ts';
import type { Moves } from './moves.ts';

/** Type of the dragged data, which marks it as an entry of the calendar. */
const KIND = 'application/x-social-entry';

interface DragOptions {
  hand: Hand;
  moves: Moves;
  entryOf: (element: Element) => Entry | undefined;
  /**
   * Returns the time at a place of the view, or null for a place without a time.
   * @param place the innermost element under the pointer
   * @param top distance of the entry's upper edge from the top of the window, in pixels
   */
  timeAt: (place: Element, entry: Entry, top: number) => Date | null;
}

/**
 * Returns the handlers of a view whose entries can be dragged to other times. They belong to the whole view, because it has
 * hundreds of places.
 */
export function useDrag({ hand, moves, entryOf, timeAt }: DragOptions) {
  const may = useMay();
  return {
    onDragStart: (event: DragEvent) => {
      const element = event.target instanceof Element ? event.target.closest('[data-entry]') : null;
      const entry = element && entryOf(element);
      if (!element || !entry) return;
      const why = whyFixed(entry, may);
      if (why !== null || moves.moving.has(entry.id)) {
        event.preventDefault();
        if (why !== null) moves.refuse(entry, why);
        return;
      }
      event.dataTransfer.setData(KIND, entry.id);
      event.dataTransfer.effectAllowed = 'move';
      hand.take(entry, 'pointer', null, event.clientY - element.getBoundingClientRect().top);
    },
    onDragOver: (event: DragEvent) => {
      const held = hand.get();
      if (held?.by !== 'pointer' || !event.dataTransfer.types.includes(KIND)) return;
      const at = event.target instanceof Element ? timeAt(event.target, held.entry, event.clientY - held.grabPx) : null;
      hand.over(at);
      if (!at) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) hand.over(null);
    },
    onDrop: (event: DragEvent) => {
      const held = hand.get();
      hand.letGo();
      if (!held?.at) return;
      event.preventDefault();
      void moves.move(held.entry, held.at);
    },
    onDragEnd: () => hand.letGo(),
  };
}
