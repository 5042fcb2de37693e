import type { ReactNode } from 'react';
import { StateMark } from './state-mark.tsx';

interface NoticeProps {
  tone: 'ok' | 'problem' | 'neutral';
  /** What happened, in a few words. */
  title: string;
  /** Details: whether anything was stored, and the next step. */
  children?: ReactNode;
  /** Buttons and links. */
  actions?: ReactNode;
}

/** A framed message. A problem is announced at once; put the others into a `LiveRegion` when they are results. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'problem' ? 'alert' : undefined}>
      <StateMark tone={tone === 'problem' ? 'warning' : tone === 'ok' ? 'ok' : 'off'} />
      <div className="notice-text">
        <p className="notice-title">{title}</p>
        {children}
        {actions ? <div className="actions">{actions}</div> : null}
      </div>
    </div>
  );
}

/** A place whose changes are read out. It must be on the page before the result is. */
export function LiveRegion({ children }: { children?: ReactNode }) {
  return (
    <div className="live" role="status">
      {children}
    </div>
  );
}
