import type { PlatformId } from '@social/types';
import { PlatformGlyph } from './platform-glyph.tsx';
import classes from './platform-tile.module.css';

/** The shape of a network on a soft ground, as large as a face, where no account is connected. */
export function PlatformTile({ platform, size }: { platform: PlatformId; size: number }) {
  return (
    <span className={classes['tile']} style={{ width: size, height: size }} aria-hidden="true">
      <PlatformGlyph target={platform} />
    </span>
  );
}
