import { copyFile } from 'node:fs/promises';

await copyFile(
  new URL('../src/generated/openapi.json', import.meta.url),
  new URL('../dist/openapi.json', import.meta.url),
);
