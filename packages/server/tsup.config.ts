import { readFile } from 'node:fs/promises';
import { defineConfig, type Options } from 'tsup';

/** Keeps large JSON files as text: parsing that takes half the time of parsing an object literal, and both are in every start. */
const jsonAsText: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'json-as-text',
  setup: (build) =>
    build.onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const json = JSON.parse(await readFile(path, 'utf8'));
      const compact = JSON.stringify(path.endsWith('mime-db/db.json') ? usedTypes(json) : json);
      return { contents: `module.exports = JSON.parse(${JSON.stringify(compact)});`, loader: 'js' };
    }),
};

/** Leaves out of a list of media types what `mime-types` never reads. */
function usedTypes(types: Readonly<Record<string, { source?: string; charset?: string; extensions?: string[] }>>) {
  const used = Object.entries(types).filter(([, { charset, extensions }]) => charset ?? extensions);
  return Object.fromEntries(
    used.map(([type, { source, charset, extensions }]) => [type, { source, charset, extensions }]),
  );
}

/** Empties what loads with undici and is never used here: half of it. */
const undiciWithoutExtras: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'undici-without-extras',
  setup: (build) =>
    build.onLoad({ filter: /\/undici\/lib\/(?:mock|interceptor|web\/(?:cookies|eventsource|websocket))\// }, () => ({
      contents: 'module.exports = {};',
    })),
};

/** Importing `node:http` reads everything it exports, which loads Node's own `fetch` at each start. Requiring it does not. */
const httpWithoutFetch: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'http-without-fetch',
  setup(build) {
    build.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: 'http-without-fetch' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'http-without-fetch' }, () => ({
      contents: "module.exports = require('node:http');",
    }));
  },
};

/** What a start of the server does not need, as modules that run the package when something of it is first called. */
const AT_FIRST_USE: Readonly<Record<string, string>> = {
  ajv: "export function Ajv(options) { return new (require('ajv').Ajv)(options); }",
  'ajv-formats': "export default { default: (...given) => require('ajv-formats').default(...given) };",
  undici: `
    export function Agent(options) { return new (require('undici').Agent)(options); }
    export const buildConnector = (options) => require('undici').buildConnector(options);
    export const request = (...given) => require('undici').request(...given);`,
};

const atFirstUse: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'at-first-use',
  setup(build) {
    build.onResolve({ filter: /^[\w-]+$/ }, ({ path, kind, importer, resolveDir }) =>
      kind === 'import-statement' && path in AT_FIRST_USE && importer.includes('/packages/server/src/')
        ? { path, namespace: 'at-first-use', pluginData: resolveDir }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'at-first-use' }, ({ path, pluginData: resolveDir }) => ({
      contents: AT_FIRST_USE[path] ?? '',
      resolveDir,
    }));
  },
};

const shared: Options = {
  format: 'esm',
  target: 'node24',
  platform: 'node',
  sourcemap: true,
  clean: true,
  // Names what was bundled, for the licences.
  metafile: true,
  removeNodeProtocol: false,
  // Loading a thousand small modules takes longer than running them: everything is bundled, rarely needed code in its own chunks.
  // Not sharp, whose native libraries cannot be bundled, nor what is under the LGPL, which a user may replace.
  noExternal: [/^(?!(?:sharp|heic-decode)$)/],
  external: ['pg-native', 'sharp', 'heic-decode'],
  splitting: true,
  esbuildPlugins: [jsonAsText, httpWithoutFetch, undiciWithoutExtras, atFirstUse],
  // Drops the code that a build-time constant excludes.
  esbuildOptions: (options) => {
    options.minifySyntax = true;
  },
  // Bundled CommonJS needs a `require`, which ES modules lack.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

/** Runs in its own thread, so that it needs a file of its own. */
const FIT_WORKER = 'src/media/fit/fit-worker.ts';

export default defineConfig({
  ...shared,
  entry: { index: 'src/index.ts', bin: 'src/entry.ts', 'fit-worker': FIT_WORKER },
  dts: { entry: 'src/index.ts' },
  define: { __FAULT_POINTS__: 'false' },
});

/** The build for tests, with points at which tests kill the process; never published. */
export const withFaults: Options = {
  ...shared,
  entry: { bin: 'src/entry.ts', 'fit-worker': FIT_WORKER },
  outDir: 'dist-faults',
  define: { __FAULT_POINTS__: 'true' },
};
