/** Drawn with lines of one width on a grid of 20 by 20. */
const SHAPES = {
  posts: 'M4 4.5h12M4 10h12M4 15.5h7',
  drafts: 'M5 3h6.5L16 7.5V17H5zM11.2 3v4.8H16M8 11.5h4.5M8 14h3',
  calendar: 'M4 5h12a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3 9h14M7 3v3.5M13 3v3.5',
  results: 'M3.5 3.5v13h13M6.5 13l3.2-4 2.8 2.4 4-5.4M13.4 6h3.1v3.1',
  activity: 'M2.5 10.5h3.2L8 4.5l3.6 11 2.2-5h3.7',
  connections:
    'M8.2 11.8a3.4 3.4 0 0 0 4.9 0l2.4-2.4a3.4 3.4 0 0 0-4.9-4.9l-1 1M11.8 8.2a3.4 3.4 0 0 0-4.9 0l-2.4 2.4a3.4 3.4 0 0 0 4.9 4.9l1-1',
  profiles: 'M10 3l7 3.6-7 3.6-7-3.6zM3.2 10.2L10 13.7l6.8-3.5M3.2 13.6L10 17.1l6.8-3.5',
  keys: 'M13 3.2a3.8 3.8 0 1 0 .01 0zM10.3 9.8L3.4 16.6M5.6 14.4l2 2M8 12l1.6 1.6',
  members:
    'M7.5 4a2.8 2.8 0 1 0 .01 0zM2.5 16.5a5 5 0 0 1 10 0M13 4.4a2.6 2.6 0 0 1 0 4.9M14.6 12a4.6 4.6 0 0 1 2.9 4.3',
  webhooks: 'M3 10h9M8.8 6.2L12.6 10l-3.8 3.8M12 3.5h3.5a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H12',
  usage: 'M3.5 16.5h13M5.5 13.5v-3M10 13.5V4.5M14.5 13.5v-6',
  account: 'M10 3.5a3.2 3.2 0 1 0 .01 0zM3.8 16.8a6.2 6.2 0 0 1 12.4 0',
  write: 'M4 16l.8-3.6L13.4 3.8a1.6 1.6 0 0 1 2.3 0l.5.5a1.6 1.6 0 0 1 0 2.3L7.6 15.2zM11.8 5.4l2.8 2.8',
  picture:
    'M4 4h12a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM3.2 14l4-4 3.4 3.4 2-2 4.2 4.2M13 7.4v.1',
  film: 'M4 4h12a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.4 7.4v5.2L12.6 10z',
  chevron: 'M6 8l4 4 4-4',
  check: 'M4.5 10.6l3.6 3.6 7.4-8',
} as const;

export type IconName = keyof typeof SHAPES;

/** A small drawing next to words that say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  );
}
