/** Purposes of a call, as the request log and the faults name them. */
export const operations = [
  'publish',
  'delete',
  'action',
  'upload',
  'authorize',
  'token',
  'refresh',
  'revoke',
  'identity',
  'read',
] as const;

/** One of {@link operations}. */
export type Operation = (typeof operations)[number];
