import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Profile } from '../../shared/profiles/profiles.ts';
import { LiveRegion } from '../../ui/notices/notice.tsx';
import classes from './compose.module.css';
import { SaveLine } from './saving/save-line.tsx';
import { SaveNotice } from './saving/save-notice.tsx';
import { SendButtons } from './sending/send-buttons.tsx';
import { NotSentNotice, SendNotice } from './sending/send-notices.tsx';
import type { Sending } from './use-sending.ts';
import type { WritingStore } from './writing-store.ts';

interface SendBarProps {
  store: WritingStore;
  profiles: readonly Profile[];
  sending: Sending;
  canPublish: boolean;
  isSending: boolean;
}

/** Publishes and saves, from everywhere on the page: it stays at the lower edge, above the keyboard of a phone. */
export function SendBar({ store, profiles, sending, canPublish, isSending }: SendBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useKeyboardInset(bar);
  return (
    <div ref={bar} className={classes['bar']}>
      <div className={classes['notices']}>
        {sending.isAsked && sending.problems.length > 0 ? <NotSentNotice problems={sending.problems} /> : null}
        {isSending ? null : <SendNotice store={store} request={sending.request} error={sending.error} />}
        <SaveNotice store={store} profiles={profiles} />
      </div>
      <div className={classes['actions']}>
        <SaveLine store={store} />
        <SendButtons store={store} canPublish={canPublish} isSending={isSending} onSave={sending.save} />
      </div>
      <VisuallyHidden component="div">
        <LiveRegion>{sending.said}</LiveRegion>
      </VisuallyHidden>
    </div>
  );
}

/** Lifts an element above a keyboard that lies over the page instead of making it smaller. */
function useKeyboardInset(element: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return;
    const lift = () => {
      const covered = visualViewport.scale > 1 ? 0 : innerHeight - visualViewport.height - visualViewport.offsetTop;
      element.current?.style.setProperty('--covered', `${Math.max(0, Math.round(covered))}px`);
    };
    visualViewport.addEventListener('resize', lift);
    visualViewport.addEventListener('scroll', lift);
    return () => {
      visualViewport.removeEventListener('resize', lift);
      visualViewport.removeEventListener('scroll', lift);
    };
  }, [element]);
}
