import type { SpendingPart } from './spending.ts';
import classes from './textures.module.css';

const SIZE = 8;

/** Strokes on the ground of each texture. No two textures look alike without their colors. */
const STROKES: Record<SpendingPart, { d: string; ground: number }> = {
  profnet: { d: '', ground: 1 },
  microblog: { d: 'M-2 2L2 -2M0 8L8 0M6 10L10 6', ground: 0.25 },
  video: { d: 'M0 4H8', ground: 0.25 },
  shortvideo: { d: 'M2 0V8M6 0V8', ground: 0.25 },
  socialnet: { d: 'M0 0L8 8M0 8L8 0', ground: 0.25 },
  photonet: { d: 'M3 4a1 1 0 1 0 2 0a1 1 0 1 0 -2 0', ground: 0.25 },
  chatbot: { d: 'M-2 6L2 10M0 0L8 8M6 -2L10 2', ground: 0.55 },
  bluesky: { d: 'M0 2H8M0 6H8', ground: 0.1 },
  mastodon: { d: 'M2 0V8', ground: 0.55 },
  other: { d: 'M0 4H8M4 0V8', ground: 0.1 },
};

const PARTS = Object.keys(STROKES) as SpendingPart[];

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
            className={classes[part]}
          >
            <rect width={SIZE} height={SIZE} fill="currentColor" fillOpacity={STROKES[part].ground} />
            <path d={STROKES[part].d} fill="none" stroke="currentColor" strokeWidth={2} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** A sample of a texture for the legend. */
export function TextureSwatch({ part }: { part: SpendingPart }) {
  return (
    <svg className={`${classes.swatch} ${classes[part]}`} viewBox="0 0 18 18" aria-hidden="true">
      <rect x="0.5" y="0.5" width="17" height="17" rx="2" fill={textureOf(part)} stroke="currentColor" />
    </svg>
  );
}
