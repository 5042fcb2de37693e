import { useEffect } from 'react';

let arrivals = 0;
let hasGoneBack = false;
addEventListener('popstate', () => {
  hasGoneBack = true;
});

/**
 * Does for moves inside the app what the browser does for documents: a page that was reached by a link begins at its
 * top, and its heading takes the focus, because nothing else tells a screen reader that the page changed.
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

/** A path of this app from a `next` parameter; the start when it leads anywhere else. */
export function safeNext(next: string | null): string {
  const url = next?.startsWith('/') ? URL.parse(next, location.origin) : null;
  // Browsers leave out tabs and steps of a path: only what they make of it tells where it leads.
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
