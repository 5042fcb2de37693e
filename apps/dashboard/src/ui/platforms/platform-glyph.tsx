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

/** The CSS color of a network. @param network the connected one; without it, the platform's default network */
export function networkColor(platform: PlatformId, network?: string | null): string {
  const { color } = networkLook(platform, network);
  return `light-dark(${color}, color-mix(in oklab, ${color}, white))`;
}
