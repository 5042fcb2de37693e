import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The server puts a new nonce in the place of this word with every page it serves.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // The server's content security policy takes scripts from its own files only: nothing may be inlined.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The first that know light-dark(). For older ones it would be rewritten into something that never turns dark here.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
});
