import { type AnchorHTMLAttributes, type MouseEvent, useEffect, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let navigations = 0;

function notify(): void {
  navigations += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) addEventListener('popstate', notify);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('popstate', notify);
  };
}

/** Where the browser is: the path, and the query as it stands in the address. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The current place; renders again when it changes. */
export function usePlace(): Place {
  const address = useSyncExternalStore(subscribe, () => location.pathname + location.search);
  const url = new URL(address, location.origin);
  return { path: url.pathname, query: url.searchParams };
}

/** Goes to a page of this app without loading it anew. `replace` leaves no entry in the browser's history. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  if (!options.replace) scrollTo(0, 0);
  notify();
}

/** Whether the user has moved between pages since this document was loaded. */
export function hasNavigated(): boolean {
  return navigations > 0;
}

/** Leads elsewhere as soon as it is shown, leaving no history entry. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

/** A link to a page of this app. Clicks that ask for a new tab or window keep their meaning. */
export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
