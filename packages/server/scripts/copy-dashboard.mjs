import { cp } from 'node:fs/promises';

await cp(new URL('../../../apps/dashboard/dist/', import.meta.url), new URL('../dist/dashboard/', import.meta.url), {
  recursive: true,
});
