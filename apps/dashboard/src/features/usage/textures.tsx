import { PLATFORM_IDS } from '@social/types';
import { networkColor } from '../../ui/platforms/platform-glyph.tsx';
import type { SpendingPart } from './spending.ts';
import classes from './textures.module.css';

const SIZE = 8;

interface Texture {
  readonly d: string;
  readonly ground: number;
}

/** Strokes on the ground of the platforms' textures, in their order. No two look alike without their colors. */
const TEXTURES: readonly Texture[] = [
  { d: '', ground: 1 },
  { d: 'M-2 2L2 -2M0 8L8 0M6 10L10 6', ground: 0.25 },
  { d: 'M0 4H8', ground: 0.25 },
  { d: 'M2 0V8M6 0V8', ground: 0.25 },
  { d: 'M0 0L8 8M0 8L8 0', ground: 0.25 },
  { d: 'M3 4a1 1 0 1 0 2 0a1 1 0 1 0 -2 0', ground: 0.25 },
  { d: 'M-2 6L2 10M0 0L8 8M6 -2L10 2', ground: 0.55 },
  { d: 'M0 2H8M0 6H8', ground: 0.1 },
  { d: 'M2 0V8', ground: 0.55 },
  { d: 'M0 4H4M4 0V4', ground: 0.25 },
  { d: 'M1 1H5V5H1Z', ground: 0.1 },
  { d: 'M0 0L4 4L8 0', ground: 0.55 },
];
const OTHER: Texture = { d: 'M0 4H8M4 0V8', ground: 0.1 };

const PARTS: readonly SpendingPart[] = [...PLATFORM_IDS, 'other'];

function strokesOf(part: SpendingPart): Texture {
  return part === 'other' ? OTHER : (TEXTURES[PLATFORM_IDS.indexOf(part) % TEXTURES.length] ?? OTHER);
}

function colorOf(part: SpendingPart): string {
  return part === 'other' ? 'light-dark(#5a5c60, #a9adb5)' : networkColor(part);
}

/** Returns a fill for SVG; the page must contain `TextureDefinitions`. */
export function textureOf(part: SpendingPart): string {
  return `url(#spending-${part})`;
}

/** Defines every texture and shows none. */
export function TextureDefinitions() {
  return (
    <svg className={classes.defs} aria-hidden="true">
      <defs>
        {PARTS.map((part) => (
          <pattern
            key={part}
            id={`spending-${part}`}
            width={SIZE}
            height={SIZE}
            patternUnits="userSpaceOnUse"
            style={{ color: colorOf(part) }}
          >
            <rect width={SIZE} height={SIZE} fill="currentColor" fillOpacity={strokesOf(part).ground} />
            <path d={strokesOf(part).d} fill="none" stroke="currentColor" strokeWidth={2} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** A sample of a texture for the legend. */
export function TextureSwatch({ part }: { part: SpendingPart }) {
  return (
    <svg className={classes['swatch']} style={{ color: colorOf(part) }} viewBox="0 0 18 18" aria-hidden="true">
      <rect x="0.5" y="0.5" width="17" height="17" rx="2" fill={textureOf(part)} stroke="currentColor" />
    </svg>
  );
}
