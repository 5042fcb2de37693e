import { defineConfig } from 'tsup';
import { LIBRARY } from '../../tsup.library.ts';

export default defineConfig({
  ...LIBRARY,
  entry: ['src/index.ts', 'src/guarded.ts'],
  // A JSON import needs an import attribute that older bundlers and Node 22.12 warn about.
  noExternal: ['tlds'],
});
