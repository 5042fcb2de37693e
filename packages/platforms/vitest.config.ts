import { defineConfig } from 'vitest/config';
import { PACKAGE } from '../../vitest.package.ts';

// The tests wait for simulated networks more than they compute.
export default defineConfig({
  test: { ...PACKAGE, maxWorkers: 8, server: { deps: { external: [/\/packages\/\w+\/dist\/.*\.js$/] } } },
});
