import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/http.ts', 'src/post.ts', 'src/report.ts'],
  format: 'esm',
  target: 'node22',
  dts: true,
  sourcemap: true,
  clean: true,
  // Names what was bundled, for the licences.
  metafile: true,
});
