import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/webhooks.ts'],
  format: 'esm',
  target: 'node22',
  platform: 'neutral',
  // A mapped path is not an external package: the contract's types go into the declarations of this one.
  dts: { compilerOptions: { paths: { '@social/types': ['../types/dist/index.d.ts'] } } },
  sourcemap: true,
  clean: true,
  // Names what was bundled, for the licences.
  metafile: true,
});
