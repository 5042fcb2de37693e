import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    // The server's content security policy takes scripts and styles from its own files only: nothing may be inlined.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
