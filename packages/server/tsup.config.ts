import { defineConfig, type Options } from 'tsup';

const shared: Options = {
  format: 'esm',
  target: 'node24',
  platform: 'node',
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
  // A thousand small modules take longer to find than to run: everything is bundled, and what is rarely needed is its own chunk.
  noExternal: [/.*/],
  external: ['pg-native'],
  splitting: true,
  // What a build-time constant excludes is left out.
  esbuildOptions: (options) => {
    options.minifySyntax = true;
  },
  // Bundled CommonJS asks for a `require`, which ES modules do not have.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

export default defineConfig([
  {
    ...shared,
    entry: ['src/index.ts', 'src/bin.ts'],
    dts: { entry: 'src/index.ts' },
    define: { __FAULT_POINTS__: 'false' },
    onSuccess: 'node scripts/copy-dashboard.mjs',
  },
  // The same program with points at which tests kill it; never published.
  {
    ...shared,
    entry: ['src/bin.ts'],
    outDir: 'dist-faults',
    define: { __FAULT_POINTS__: 'true' },
    onSuccess: 'node scripts/copy-dashboard.mjs dist-faults',
  },
]);
