import { useEffect } from 'react';

let arrivals = 0;
let hasGoneBack = false;
addEventListener('popstate', () => {
  hasGoneBack = true;
});

/**
 * Treats a move inside the app like a newly opened document: a page reached by a link begins at its top, and its
 * heading takes the focus, because nothing else tells a screen reader that the page changed.
 */
export function useArrival(heading: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    arrivals += 1;
    if (arrivals === 1) return;
    if (!hasGoneBack) scrollTo(0, 0);
    hasGoneBack = false;
    heading.current?.focus({ preventScroll: true });
  }, [heading]);
}

/** Moves the focus to the page's heading. Call it where the element that had the focus disappears. */
export function focusHeading(options?: FocusOptions): void {
  document.querySelector('h1')?.focus(options);
}

/** Returns the path of this app that a `next` parameter names, or `/` when it leads anywhere else. */
export function safeNext(next: string | null): string {
  const url = next?.startsWith('/') ? URL.parse(next, location.origin) : null;
  // Browsers drop tabs and resolve dot segments, so that only the parsed address shows where it leads.
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
