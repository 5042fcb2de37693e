import { defineConfig, type Options } from 'tsup';

/** Commander loads `node:child_process` at every start, for subcommands that are separate programs; `social` has none. */
const withoutSubprograms: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-subprograms',
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /\bcommander\b/.test(importer) ? { path: 'none', namespace: 'without-subprograms' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'without-subprograms' }, () => ({ contents: 'module.exports = {};' }));
  },
};

export default defineConfig({
  entry: { bin: 'src/bin.ts', index: 'src/announce/index.ts' },
  // The plugins of release tools are typed by it.
  dts: { entry: { index: 'src/announce/index.ts' } },
  format: 'esm',
  target: 'node22',
  // Everything is bundled, one chunk per command, so that `--help` loads next to nothing.
  noExternal: [/.*/],
  splitting: true,
  // Bundled CommonJS packages call `require` for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  esbuildPlugins: [withoutSubprograms],
  removeNodeProtocol: false,
  // Half the bytes to read at each start, and to install. Nothing of it prints a stack trace.
  minify: true,
  clean: true,
  // Names what was bundled, for the licences.
  metafile: true,
});
