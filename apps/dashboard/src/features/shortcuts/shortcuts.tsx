import { useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { focusHeading } from '../../ui/page/navigation.ts';
import { createKeyReader, type Shortcut } from './keys.ts';
import { useShortcutsOn } from './setting.ts';

const Palette = lazy(() => import('./palette.tsx'));
const ShortcutList = lazy(() => import('./shortcut-list.tsx'));

/** Longest wait for the search field of a page that is still being loaded. */
const SEARCH_MS = 3_000;

/** Listens to the shortcuts, and opens the palette of everything that can be gone to or done. */
export function Shortcuts() {
  const [shown, setShown] = useState<'palette' | 'list' | null>(null);
  const [path, navigate] = useLocation();
  const isOn = useShortcutsOn();
  const read = useMemo(createKeyReader, []);
  useFocusBack(shown !== null);

  useEffect(() => {
    // A link in the list leads to another page.
    if (path !== '') setShown(null);
  }, [path]);
  const run = (shortcut: Pick<Shortcut, 'keys'> & Partial<{ href: string; act: string }>) => {
    setShown(null);
    // A new state of the history shows the page a press while it is already open.
    if (shortcut.href !== undefined) navigate(shortcut.href, { state: {}, replace: path === shortcut.href });
    else if (shortcut.act === 'search') {
      if (path !== '/') navigate('/');
      void focusSearch();
    } else setShown(shortcut.act === 'list' ? 'list' : 'palette');
  };
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented) return;
    const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
    const shortcut = isPalette ? null : isOn ? read(event) : null;
    if (!isPalette && shortcut === null) return;
    event.preventDefault();
    if (isPalette) setShown(shown === 'palette' ? null : 'palette');
    else if (shortcut) run(shortcut);
  });
  if (shown === null) return null;
  return (
    <Suspense fallback={null}>
      {shown === 'palette' ? <Palette onRun={run} onClose={() => setShown(null)} /> : null}
      {shown === 'list' ? <ShortcutList onClose={() => setShown(null)} /> : null}
    </Suspense>
  );
}

/** Gives the focus back when a dialog is gone: its code is loaded when it opens, too late for it to know where the focus was. */
function useFocusBack(isOpen: boolean): void {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    before.current = document.activeElement;
    return () => {
      // A page that was gone to has it already.
      if (document.activeElement !== document.body) return;
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
      if (document.activeElement === document.body) focusHeading({ preventScroll: true });
    };
  }, [isOpen]);
}

/** Waits for the search field of the posts, and moves the focus there. */
async function focusSearch(): Promise<void> {
  const until = performance.now() + SEARCH_MS;
  while (performance.now() < until) {
    await new Promise(requestAnimationFrame);
    const field = document.querySelector<HTMLElement>('#post-search');
    if (field) return field.focus();
  }
}
