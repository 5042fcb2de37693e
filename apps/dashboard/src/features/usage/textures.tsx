import { PLATFORM_IDS } from '@social/types';
import type { SpendingPart } from './spending.ts';
import classes from './textures.module.css';

const SIZE = 8;

/** Path of the strokes, and opacity of the ground. */
type Texture = readonly [d: string, ground: number];

/** Strokes on the ground of the platforms' textures, in their order. No two look alike without their colors. */
const TEXTURES: readonly Texture[] = [
  ['', 1],
  ['M-2 2L2 -2M0 8L8 0M6 10L10 6', 0.25],
  ['M0 4H8', 0.25],
  ['M2 0V8M6 0V8', 0.25],
  ['M0 0L8 8M0 8L8 0', 0.25],
  ['M3 4a1 1 0 1 0 2 0a1 1 0 1 0 -2 0', 0.25],
  ['M-2 6L2 10M0 0L8 8M6 -2L10 2', 0.55],
  ['M0 2H8M0 6H8', 0.1],
  ['M2 0V8', 0.55],
  ['M0 4H4M4 0V4', 0.25],
  ['M1 1H5V5H1Z', 0.1],
  ['M0 0L4 4L8 0', 0.55],
];
/** Colors of the platforms' textures, in their order. */
const COLORS: readonly string[] = [
  'light-dark(#1d5fbf, #8ab6ff)',
  'light-dark(#8f4a00, #f2b867)',
  'light-dark(#b42318, #ff9a92)',
  'light-dark(#0b7285, #66d9e8)',
  'light-dark(#5f3dc4, #b197fc)',
  'light-dark(#a61e4d, #faa2c1)',
  'light-dark(#1b6e42, #74cf9c)',
  'light-dark(#0a66c2, #7cc4ff)',
  'light-dark(#4338ca, #a5a8ff)',
];
const OTHER: Texture = ['M0 4H8M4 0V8', 0.1];
const OTHER_COLOR = 'light-dark(#5a5c60, #a9adb5)';

const PARTS: readonly SpendingPart[] = [...PLATFORM_IDS, 'other'];

function textureFor(part: SpendingPart): Texture {
  return part === 'other' ? OTHER : (TEXTURES[PLATFORM_IDS.indexOf(part) % TEXTURES.length] ?? OTHER);
}

function colorOf(part: SpendingPart): string {
  return part === 'other' ? OTHER_COLOR : (COLORS[PLATFORM_IDS.indexOf(part) % COLORS.length] ?? OTHER_COLOR);
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
        {PARTS.map((part) => {
          const [d, ground] = textureFor(part);
          return (
            <pattern
              key={part}
              id={`spending-${part}`}
              width={SIZE}
              height={SIZE}
              patternUnits="userSpaceOnUse"
              style={{ color: colorOf(part) }}
            >
              <rect width={SIZE} height={SIZE} fill="currentColor" fillOpacity={ground} />
              <path d={d} fill="none" stroke="currentColor" strokeWidth={2} />
            </pattern>
          );
        })}
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
