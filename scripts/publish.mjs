import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { publishAll, RUN_AGAIN } from './release/publish-all.mjs';

const USAGE = `Usage: node scripts/publish.mjs release/order.json

Publishes the archives that \`pnpm release --dry-run\` has made, in the order of that file, to the registry that npm is configured
with. Versions that are there already are left alone. It needs Node and npm, and no package.`;

const [order] = process.argv.slice(2);
if (order === undefined || order.startsWith('-')) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  let hint = 'Nothing was published.';
  try {
    const folder = resolve(dirname(order));
    const archives = JSON.parse(readFileSync(order, 'utf8')).map((one) => ({
      ...one,
      archive: join(folder, one.archive),
    }));
    hint = RUN_AGAIN;
    await publishAll(archives);
  } catch (error) {
    console.error(`${error.message}\n${hint}`);
    process.exitCode = 1;
  }
}
