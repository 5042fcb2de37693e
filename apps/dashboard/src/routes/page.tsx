import { type ReactNode, useEffect, useRef } from 'react';
import { SessionBar } from '../features/account/session-bar.tsx';
import { hasNavigated, Link } from '../router.tsx';

interface PageProps {
  /** The page's one h1, also the title of the browser tab. */
  heading: string;
  /** A narrow column suits forms; pages with cards use the whole width. */
  width?: 'narrow' | 'wide';
  /** Stands in the heading's line. */
  beside?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: banner with the session, then the main part under its heading. */
export function Page({ heading, width = 'narrow', beside, children }: PageProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${heading} · Social`;
  }, [heading]);
  useEffect(() => {
    // After a move inside the app nothing else tells a screen reader that the page changed.
    if (hasNavigated()) title.current?.focus();
  }, []);
  return (
    <>
      <header className="banner">
        <Link href="/" className="brand">
          Social
        </Link>
        <SessionBar />
      </header>
      <main className={`page page-${width}`}>
        <div className="page-head">
          <h1 ref={title} tabIndex={-1}>
            {heading}
          </h1>
          {beside}
        </div>
        {children}
      </main>
    </>
  );
}
