import { Stack, Title } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

/** The stage in which a page only loads. The stage after it takes no focus, because the document was just opened. */
export const LOADING = 'loading' as const;

/**
 * Moves the focus to the heading of a page's current stage whenever the stage changes, because the element that the
 * user acted on is gone. A stage without its own heading passes the focus to the page's heading.
 * @returns the ref for that heading
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

interface StageProps {
  heading: ReactNode;
  headingRef: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** One stage of a page under its heading. */
export function Stage({ heading, headingRef, children }: StageProps) {
  return (
    <Stack component="section">
      <Title order={2} size="h4" ref={headingRef} tabIndex={-1}>
        {heading}
      </Title>
      {children}
    </Stack>
  );
}
