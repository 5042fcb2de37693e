import { Alert, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { StateMark } from '../parts/state-mark.tsx';

const TONES = {
  ok: { color: 'teal', mark: 'ok' },
  problem: { color: 'orange', mark: 'warning' },
  neutral: { color: 'gray', mark: 'off' },
} as const;

interface NoticeProps {
  tone: keyof typeof TONES;
  /** Says what happened in a few words. */
  title: ReactNode;
  /** Details: whether anything was stored, and the next step. */
  children?: ReactNode;
  /** Buttons and links. */
  actions?: ReactNode;
}

/** A framed message. Screen readers announce a problem at once; put other results into a `LiveRegion`. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  const { color, mark } = TONES[tone];
  return (
    <Alert
      color={color}
      icon={<StateMark tone={mark} />}
      title={title}
      role={tone === 'problem' ? 'alert' : 'group'}
      classNames={{ title: 'notice-title', message: 'notice-message' }}
    >
      {children || actions ? (
        <Stack gap="xs">
          {children}
          {actions ? <Group gap="sm">{actions}</Group> : null}
        </Stack>
      ) : null}
    </Alert>
  );
}

/** A place whose changes screen readers read out. It must be on the page before its content. */
export function LiveRegion({ children }: { children?: ReactNode }) {
  return <div role="status">{children}</div>;
}
