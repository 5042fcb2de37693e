import { readFile } from 'node:fs/promises';
import { defineConfig, type Options } from 'tsup';

/** Keeps large JSON files as text: parsing that takes half the time of parsing an object literal, and both are in every start. */
const jsonAsText: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'json-as-text',
  setup: (build) =>
    build.onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const compact = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
      return { contents: `module.exports = JSON.parse(${JSON.stringify(compact)});`, loader: 'js' };
    }),
};

const shared: Options = {
  format: 'esm',
  target: 'node24',
  platform: 'node',
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
  // Loading a thousand small modules takes longer than running them: everything is bundled, rarely needed code in its own chunks.
  noExternal: [/.*/],
  external: ['pg-native'],
  splitting: true,
  esbuildPlugins: [jsonAsText],
  // Drops the code that a build-time constant excludes.
  esbuildOptions: (options) => {
    options.minifySyntax = true;
  },
  // Bundled CommonJS needs a `require`, which ES modules lack.
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
  // The build for tests, with points at which tests kill the process; never published.
  {
    ...shared,
    entry: ['src/bin.ts'],
    outDir: 'dist-faults',
    define: { __FAULT_POINTS__: 'true' },
    onSuccess: 'node scripts/copy-dashboard.mjs dist-faults',
  },
]);
