import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/bin.ts'],
  format: 'esm',
  target: 'node24',
  platform: 'node',
  dts: { entry: 'src/index.ts' },
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
  // A thousand small modules take longer to find than to run: everything is bundled, and what is rarely needed is its own chunk.
  noExternal: [/.*/],
  external: ['pg-native'],
  splitting: true,
  // Bundled CommonJS asks for a `require`, which ES modules do not have.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  onSuccess: 'node scripts/copy-dashboard.mjs',
});
