import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'tsup';

// Adds the declarations to what `bundle.mjs` made of the package in this folder.
const { default: options } = await import(pathToFileURL(join(process.cwd(), 'tsup.config.ts')));
const entries = typeof options.dts === 'object' ? options.dts : {};
await build({ ...options, config: false, silent: true, dts: { ...entries, only: true } });
