import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/bin.ts'],
  format: 'esm',
  target: 'node22',
  // Everything is bundled, one chunk per command, so that `--help` loads next to nothing.
  noExternal: [/.*/],
  splitting: true,
  // Bundled CommonJS packages call `require` for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  removeNodeProtocol: false,
  sourcemap: true,
  esbuildOptions(options) {
    // A stack trace needs the lines, not the text of every library.
    options.sourcesContent = false;
  },
  clean: true,
});
