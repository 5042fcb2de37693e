import { defineConfig } from 'tsup';
import { LIBRARY } from '../../tsup.library.ts';

export default defineConfig({
  ...LIBRARY,
  entry: ['src/index.ts', 'src/settings.ts'],
});
