import { networkLook, type PlatformId } from '@social/types';

interface PlatformGlyphProps {
  platform: PlatformId;
  /** The connected network, where it is known. */
  network?: string | null | undefined;
}

/** The shape of a network. Always show the network's name next to it. */
export function PlatformGlyph({ platform, network }: PlatformGlyphProps) {
  return (
    <svg className="glyph" viewBox="0 0 16 16" aria-hidden="true">
      <path d={networkLook(platform, network).glyph} />
    </svg>
  );
}
