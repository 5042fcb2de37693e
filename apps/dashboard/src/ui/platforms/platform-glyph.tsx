import type { PlatformId } from '@social/types';

/** The same shapes, on the same grid, as on the sandbox's pages. */
const SHAPES: Record<PlatformId, string> = {
  profnet: 'M6 5V3h4v2h4v8H2V5zM2 8.5h12',
  microblog: 'M2 3h12v8H8l-4 3v-3H2z',
  video: 'M1.5 3.5h13v9h-13zM6.7 6v4l3.4-2z',
  shortvideo: 'M4.5 1.5h7v13h-7zM6.8 6v4l3-2z',
  socialnet:
    'M6.2 3.6a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0M1.7 12a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0M10.7 12a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0M7.1 5.2l-2.7 5.2M8.9 5.2l2.7 5.2M5.3 12h5.4',
  photonet: 'M2 3h12v10H2zM2 11l3.5-3.5L8.5 10.5l2-2L14 12M10.6 5.6v.1',
  chatbot: 'M2.5 6h11v7.5h-11zM8 6V3M8 2.5v.1M6 9v1.2M10 9v1.2',
  bluesky: 'M4.7 12.5a3.1 3.1 0 0 1-.4-6.2A4 4 0 0 1 12 6.6a3 3 0 0 1-.4 5.9z',
  mastodon: 'M2 6.2h2.5L11 3v9L4.5 9.2H2zM5.2 9.5l.9 3.5H8l-.9-2.6M13.2 6v3',
};

/** The shape of a platform. Always show the platform's name next to it. */
export function PlatformGlyph({ platform }: { platform: PlatformId }) {
  return (
    <svg className="glyph" viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[platform]} />
    </svg>
  );
}
