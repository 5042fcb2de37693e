/** Each drawing is a few lines on a grid of 120 by 80; `soft` lines are in the background. */
const DRAWINGS = {
  posts: {
    soft: 'M14 66h92M86 26h18M92 34h12',
    main: 'M28 14h42a5 5 0 0 1 5 5v34a5 5 0 0 1-5 5H28a5 5 0 0 1-5-5V19a5 5 0 0 1 5-5zM33 27h32M33 36h32M33 45h18M72 58l30-14-11 27-6-10z',
  },
  accounts: {
    soft: 'M14 66h92M40 33l16 14M80 33L64 47',
    main: 'M32 16a10 10 0 1 0 .01 0zM88 16a10 10 0 1 0 .01 0zM60 42a12 12 0 1 0 .01 0zM56 54l3 3 6-6',
  },
  drafts: {
    soft: 'M14 66h92M44 30h20M44 39h20M44 48h12',
    main: 'M36 12h28l12 12v38H36zM64 12v12h12M72 56l20-24a4 4 0 0 1 6 5L78 61l-8 3z',
  },
  search: {
    soft: 'M14 66h92M22 20h26M22 30h18M22 40h22M22 50h16',
    main: 'M68 16a18 18 0 1 0 .01 0zM81 47l17 17',
  },
  keys: {
    soft: 'M14 66h92M20 24h16M20 32h10',
    main: 'M74 14a15 15 0 1 0 .01 0zM63 39L36 62M42 57l7 7M50 50l6 6M78 25v.1',
  },
  people: {
    soft: 'M14 66h92',
    main: 'M46 16a10 10 0 1 0 .01 0zM28 60a18 18 0 0 1 36 0M78 24a8 8 0 1 0 .01 0zM70 47a14 14 0 0 1 22 13',
  },
  webhooks: {
    soft: 'M14 66h92M22 30h18M22 40h26M22 50h14',
    main: 'M44 40h26M60 29l11 11-11 11M80 18h12a5 5 0 0 1 5 5v34a5 5 0 0 1-5 5H80',
  },
  log: {
    soft: 'M14 66h92M40 12v48',
    main: 'M40 14a5 5 0 1 0 .01 0zM40 32a5 5 0 1 0 .01 0zM40 50a5 5 0 1 0 .01 0zM54 19h40M54 37h28M54 55h34',
  },
  lost: {
    soft: 'M14 66h92M18 26h14M90 20h14M96 28h8',
    main: 'M60 12a24 24 0 1 0 .01 0zM69 27l-5 14-13 4 5-14z',
  },
} as const;

export type DrawingName = keyof typeof DRAWINGS;

/** A picture of simple lines for a place without content. It says nothing that the words next to it do not. */
export function Drawing({ name }: { name: DrawingName }) {
  const { soft, main } = DRAWINGS[name];
  return (
    <svg className="drawing" viewBox="0 0 120 80" aria-hidden="true">
      <path d={soft} className="drawing-soft" />
      <path d={main} />
    </svg>
  );
}
