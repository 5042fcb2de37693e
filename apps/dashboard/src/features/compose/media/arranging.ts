import { useMemo, useRef, useState } from 'react';
import type { MediaCardEvents } from './media-card.tsx';
import type { MediaShelf } from './media-shelf.ts';

/** Ids of the file that is dragged, and of the one that it is over. */
interface Drag {
  readonly dragged: string | null;
  readonly over: string | null;
}

const NOTHING: Drag = { dragged: null, over: null };

/**
 * Arranges files by drag and by buttons.
 * @param say tells screen readers what has changed
 * @param onRemoved moves the focus, which the removed file had
 */
export function useArranging(
  shelf: MediaShelf,
  say: (words: string) => void,
  onRemoved: () => void,
): { drag: Drag; on: MediaCardEvents } {
  const [drag, setDrag] = useState(NOTHING);
  const now = useRef(NOTHING);
  const removed = useRef(onRemoved);
  removed.current = onRemoved;
  const on = useMemo<MediaCardEvents>(() => {
    const show = (next: Drag) => {
      now.current = next;
      setDrag(next);
    };
    const placeOf = (id: string) => shelf.entries().findIndex((entry) => entry.id === id);
    const nameOf = (id: string) => shelf.entries().find((entry) => entry.id === id)?.name ?? '';
    const move = (id: string, to: number) => {
      shelf.moveTo(id, to);
      say(`${nameOf(id)} is now ${placeOf(id) + 1} of ${shelf.entries().length}`);
    };
    return {
      describe: (id, alt) => shelf.describe(id, alt),
      move: (id, by) => move(id, placeOf(id) + by),
      remove: (id) => {
        const name = nameOf(id);
        shelf.remove(id);
        say(`${name} was removed`);
        removed.current();
      },
      retry: (id) => shelf.retry(id),
      dragStart: (id) => show({ dragged: id, over: null }),
      dragOver: (id) => {
        const { dragged, over } = now.current;
        if (dragged === null) return false;
        const next = dragged === id ? null : id;
        if (next !== over) show({ dragged, over: next });
        return true;
      },
      drop: () => {
        const { dragged, over } = now.current;
        show(NOTHING);
        if (dragged !== null && over !== null) move(dragged, placeOf(over));
      },
      dragEnd: () => show(NOTHING),
    };
  }, [shelf, say]);
  return { drag, on };
}
