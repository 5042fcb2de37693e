#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps compiled code next to the program, where nobody may write who may not change the program itself; a folder that cannot be
// written is left out. An old Node lacks the function.
module.enableCompileCache?.(fileURLToPath(new URL('compiled', import.meta.url)));
// Only now: what is imported above is compiled each time.
await import('./bin.ts');
