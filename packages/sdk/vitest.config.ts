import { defineConfig } from 'vitest/config';
import { PACKAGE } from '../../vitest.package.ts';

export default defineConfig({ test: PACKAGE });
