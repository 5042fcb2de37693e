/** How something stands; every tone has a shape of its own, so that colour is never needed to tell them apart. */
export type Tone = 'ok' | 'warning' | 'off';

const SHAPES: Record<Tone, string> = {
  ok: 'M3 8.5l3.2 3.2L13 4.8',
  warning: 'M8 2.2l6.3 11.3H1.7zM8 6.5v3M8 11.4v.2',
  off: 'M8 2.8a5.2 5.2 0 1 0 .01 0z',
};

/** A small shape beside words that say the same. */
export function StateMark({ tone }: { tone: Tone }) {
  return (
    <svg className={`mark mark-${tone}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[tone]} />
    </svg>
  );
}
