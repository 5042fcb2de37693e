import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

interface GridKeysOptions {
  /** The cell that the Tab key goes to at first. */
  first: string;
  /** Changes with the cells that are shown. */
  shown: string;
  /** Returns the cell that a key leads to, whether it is shown or not, or null for any other key. */
  neighbor: (cell: string, key: string) => string | null;
  /** Shows the week or month of a cell. */
  onTurn: (cell: string) => void;
  /** Called when Enter is pressed in a cell without entries. */
  onEnter: (cell: string) => void;
}

/**
 * Makes a grid one stop of the Tab key. Arrow keys go from cell to cell, also to those of the next week or month; Enter goes
 * into a cell, where up and down go from entry to entry, and Escape leaves it.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export function useGridKeys({ first, shown, neighbor, onTurn, onEnter }: GridKeysOptions) {
  const grid = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState(first);
  const wanted = useRef<string>(undefined);
  const cellOf = (name: string) => grid.current?.querySelector<HTMLElement>(`[data-cell="${name}"]`);
  // The cell that was turned to is there once others are shown.
  useLayoutEffect(() => {
    if (wanted.current !== undefined) cellOf(wanted.current)?.focus();
    wanted.current = undefined;
  }, [shown]);

  const go = (name: string) => {
    setActive(name);
    const cell = cellOf(name);
    if (cell) return cell.focus();
    wanted.current = name;
    onTurn(name);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target } = event;
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = target.closest<HTMLElement>('[data-cell]');
    const name = cell?.dataset['cell'];
    if (!cell || name === undefined) return;
    const inside = [...cell.querySelectorAll<HTMLElement>('a, button')];
    const at = inside.indexOf(target);
    const next = at < 0 ? undefined : inside[at + ({ ArrowDown: 1, ArrowUp: -1 }[key] ?? Number.NaN)];
    const beside = neighbor(name, key);
    if (next) next.focus();
    else if (at >= 0 && key === 'Escape') cell.focus();
    else if (at < 0 && key === 'Enter') inside[0] ? inside[0].focus() : onEnter(name);
    else if (beside !== null) go(beside);
    else return;
    event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const name = target.closest<HTMLElement>('[data-cell]')?.dataset['cell'];
    if (name !== undefined) setActive(name);
  };
  return { grid, active, onKeyDown, onFocus };
}
