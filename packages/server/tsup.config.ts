import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/bin.ts'],
  format: 'esm',
  target: 'node24',
  dts: { entry: 'src/index.ts' },
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
  onSuccess: 'node scripts/copy-dashboard.mjs',
});
