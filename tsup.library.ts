/** Settings that the builds of all libraries share. */
export const LIBRARY = {
  format: 'esm',
  target: 'node22',
  dts: true,
  sourcemap: true,
  clean: true,
  // Names what was bundled, for the licences.
  metafile: true,
} as const;
