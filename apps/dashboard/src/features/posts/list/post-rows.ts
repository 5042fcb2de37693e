import { defaultRangeExtractor, type Range, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type FocusEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PostPages } from './post-pages.ts';

/** Height of a row with one line of text, in pixels. Rows are measured once they are on the page. */
const USUAL_ROW_PX = 106;

/** Row heights of the last list, which restore the reader's place when they return with the browser's back button. */
let left: { name: string; rows: VirtualItem[] } | undefined;

/** Decides which rows of a list of posts are on the page, and where. */
export function usePostRows(name: string, pages: PostPages) {
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const ids = useMemo(() => pages.flatMap((page) => page.ids), [pages]);
  useLayoutEffect(() => {
    if (list.current) setScrollMargin(Math.round(list.current.getBoundingClientRect().top + scrollY));
  });
  const isAtTop = scrollY <= scrollMargin;
  const virtualizer = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => USUAL_ROW_PX,
    overscan: 6,
    scrollMargin,
    getItemKey: (index) => ids[index] ?? index,
    // Readers further down keep their place when new posts arrive above.
    anchorTo: isAtTop ? 'start' : 'end',
    rangeExtractor: (range: Range) => withFocused(defaultRangeExtractor(range), focused),
    ...(left?.name === name && { initialMeasurementsCache: left.rows }),
  });
  useEffect(
    () => () => {
      left = { name, rows: virtualizer.measurementsCache };
    },
    [name, virtualizer],
  );
  const onFocus = ({ target }: FocusEvent<HTMLElement>) =>
    setFocused(Number(target.closest<HTMLElement>('[data-index]')?.dataset['index']));
  return { list, ids, virtualizer, onFocus, onBlur: () => setFocused(null) };
}

/** Keeps the row that has the focus on the page, because removing it would drop the focus. */
function withFocused(indexes: number[], focused: number | null): number[] {
  if (focused === null || indexes.includes(focused)) return indexes;
  return [...indexes, focused].sort((a, b) => a - b);
}
