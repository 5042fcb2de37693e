import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Names what was bundled, for the licences. */
const moduleNames: Plugin = {
  name: 'module-names',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    const files = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => !id.startsWith('\0'));
    const names = files.map((id) => relative(import.meta.dirname, id.replace(/\?.*$/, '')));
    this.emitFile({ type: 'asset', fileName: 'modules.json', source: JSON.stringify([...new Set(names)].sort()) });
  },
};

const { scope } = JSON.parse(readFileSync(new URL('../../owner.json', import.meta.url), 'utf8')) as { scope: string };

export default defineConfig({
  plugins: [react(), moduleNames],
  // Without a scope the packages are on no registry, where a stranger may have their names.
  define: { COMMAND_PACKAGE: JSON.stringify(scope === '' ? null : `${scope}/cli`) },
  // The server puts a new nonce in the place of this word with every page it serves.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // The server's content security policy takes scripts from its own files only: nothing may be inlined.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Nearly every page names accounts and networks: one file in place of six small ones.
            { name: 'accounts', test: /src\/ui\/(accounts|platforms)\// },
            // The page that signs in has these, and all they need: one file in place of eight.
            {
              name: 'basics',
              test: /@mantine\/core\/esm\/components\/(Button|Group|PasswordInput|Stack|Text|TextInput)\//,
              includeDependenciesRecursively: true,
            },
          ],
        },
      },
    },
    // The first that know light-dark(). For older ones it would be rewritten into something that never turns dark here.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
});
