import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/nearest.ts'],
  format: 'esm',
  target: 'node22',
  dts: true,
  sourcemap: true,
  clean: true,
  // Names what was bundled, for the licences.
  metafile: true,
  // A JSON import needs an import attribute that older bundlers and Node 22.12 warn about; "punycode" is also a module of Node.
  noExternal: ['tlds', /^punycode/],
});
