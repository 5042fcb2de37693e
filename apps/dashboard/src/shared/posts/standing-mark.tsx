import { StateMark, type Tone } from '../../ui/parts/state-mark.tsx';
import type { Standing } from './post-standing.ts';

const SHAPES: Record<Standing, { tone: Tone; path: string }> = {
  published: { tone: 'ok', path: 'M3 8.5l3.2 3.2L13 4.8' },
  partial: { tone: 'warning', path: 'M1.5 8.5l2.6 2.7L8 6M9.8 6.2l4.4 4.4M14.2 6.2l-4.4 4.4' },
  failed: { tone: 'warning', path: 'M4 4l8 8M12 4l-8 8' },
  unknown: { tone: 'warning', path: 'M5.6 6a2.4 2.4 0 1 1 3.6 2.1c-.8.4-1.2.9-1.2 1.7M8 12.4v.2' },
  pending: { tone: 'off', path: 'M8 13V3.5M4.2 7.2L8 3.4l3.8 3.8' },
  scheduled: { tone: 'off', path: 'M8 2.2a5.8 5.8 0 1 0 .01 0zM8 5v3.2l2.2 1.4' },
  held: { tone: 'warning', path: 'M5.8 3.5v9M10.2 3.5v9' },
  canceled: { tone: 'off', path: 'M8 2.2a5.8 5.8 0 1 0 .01 0zM4 12l8-8' },
  // An arrow that returns.
  unpublished: { tone: 'off', path: 'M6 3.2L2.8 6.4 6 9.6M3 6.4h6.6a3.2 3.2 0 0 1 0 6.4H6.4' },
  missed: { tone: 'warning', path: 'M8 2.2l6.3 11.3H1.7zM8 6.5v3M8 11.4v.2' },
};

/** The tone and the shape of the state of a post. */
export function markOf(standing: Standing): { tone: Tone; shape: string } {
  const { tone, path } = SHAPES[standing];
  return { tone, shape: path };
}

/** A small shape for the state of a post, next to words that say the same. */
export function StandingMark({ standing }: { standing: Standing }) {
  return <StateMark {...markOf(standing)} />;
}
