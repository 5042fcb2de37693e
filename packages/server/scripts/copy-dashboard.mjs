import { cp } from 'node:fs/promises';

const build = process.argv[2] ?? 'dist';
await cp(
  new URL('../../../apps/dashboard/dist/', import.meta.url),
  new URL(`../${build}/dashboard/`, import.meta.url),
  {
    recursive: true,
  },
);
