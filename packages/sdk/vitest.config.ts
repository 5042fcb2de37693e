import { defineConfig } from 'vitest/config';

// Every test runs programs or servers of its own: on a busy machine they take their time.
export default defineConfig({ test: { testTimeout: 120_000 } });
