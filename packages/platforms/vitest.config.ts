import { defineConfig } from 'vitest/config';

// The tests wait for simulated networks more than they compute.
export default defineConfig({ test: { maxWorkers: 6 } });
