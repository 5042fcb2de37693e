import { defineConfig } from 'tsup';
import { LIBRARY } from '../../tsup.library.ts';

export default defineConfig({
  ...LIBRARY,
  entry: ['src/index.ts', 'src/webhooks.ts'],
  platform: 'neutral',
  // A mapped path is not an external package: the contract's types go into the declarations of this one.
  dts: { compilerOptions: { paths: { '@social/types': ['../types/dist/index.d.ts'] } } },
});
