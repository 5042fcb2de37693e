import { defineConfig } from 'vitest/config';

// Every test runs programs or servers of its own: on a busy machine they take their time. A worker loads what they need once.
export default defineConfig({ test: { testTimeout: 120_000, isolate: false } });
