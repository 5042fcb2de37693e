import type { ReactNode } from 'react';

/** Meaning of a state for the reader; each tone has its own shape, so that nobody needs colors to tell them apart. */
export type Tone = 'ok' | 'warning' | 'off';

const SHAPES: Record<Tone, string> = {
  ok: 'M3 8.5l3.2 3.2L13 4.8',
  warning: 'M8 2.2l6.3 11.3H1.7zM8 6.5v3M8 11.4v.2',
  off: 'M8 2.8a5.2 5.2 0 1 0 .01 0z',
};

interface StateMarkProps {
  tone: Tone;
  /** A path on a grid of 16 by 16; by default the tone's. */
  shape?: string | undefined;
}

/** A small shape next to words that say the same. */
export function StateMark({ tone, shape = SHAPES[tone] }: StateMarkProps) {
  return (
    <svg className={`mark mark-${tone}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={shape} />
    </svg>
  );
}

/** A state as a pill with its shape and its words. */
export function StateWords({ children, ...mark }: StateMarkProps & { children: ReactNode }) {
  return (
    <span className={`pill pill-${mark.tone}`}>
      <StateMark {...mark} />
      <span>{children}</span>
    </span>
  );
}
