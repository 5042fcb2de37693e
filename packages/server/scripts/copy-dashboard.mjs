import { cp } from 'node:fs/promises';

const [, , build = 'dist'] = process.argv;
const target = new URL(`../${build}/dashboard/`, import.meta.url);
await cp(new URL('../../../apps/dashboard/dist/', import.meta.url), target, {
  recursive: true,
  filter: (path) => !path.endsWith('modules.json'),
});
