import { type RefObject, useEffect, useRef } from 'react';

/** The stage that only waits. When it comes first, what follows it takes no focus: the document was just loaded. */
export const LOADING = 'loading' as const;

/**
 * A ref for the heading of a page's current stage. It takes the focus whenever the stage changes, because the element
 * the user acted on is gone then. A stage without a heading of its own gives the focus to the page's.
 */
export function useStageFocus(stage: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(stage);
  useEffect(() => {
    if (stage === LOADING || stage === shown.current) return;
    if (shown.current !== LOADING) (heading.current ?? document.querySelector('h1'))?.focus();
    shown.current = stage;
  }, [stage]);
  return heading;
}
