import { networkLook, platformOf, type Target } from '@social/types';

interface PlatformGlyphProps {
  target: Target;
  /** The connected network, where it is known. */
  network?: string | null | undefined;
}

/** The shape of a network. Always show the network's name next to it. */
export function PlatformGlyph({ target, network }: PlatformGlyphProps) {
  return (
    <svg className="glyph" viewBox="0 0 16 16" aria-hidden="true">
      <path d={networkLook(platformOf(target), network).glyph} />
    </svg>
  );
}
