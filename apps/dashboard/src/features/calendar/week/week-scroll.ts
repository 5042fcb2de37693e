import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The first hour that is in view. */
const FIRST_HOUR = 8;
/** The words of an hour begin above its line. */
const LABEL_PX = 12;

/** Scrolls a week to the hours in which people work. Stays where the reader has scrolled when another week is shown. */
export function useWeekScroll(grid: RefObject<HTMLTableElement | null>): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const row = grid.current?.tBodies[0]?.rows[FIRST_HOUR];
    const head = grid.current?.tHead;
    if (row && head && scroller.current) scroller.current.scrollTop = row.offsetTop - head.offsetHeight - LABEL_PX;
    // On a narrow screen the day of today is in view.
    const today = head?.querySelector<HTMLElement>('[data-today]');
    if (today && scroller.current) scroller.current.scrollLeft = today.offsetLeft - today.offsetWidth;
  }, [grid]);
  return scroller;
}
