import { spawn } from 'node:child_process';
import { run } from './programs.mjs';

// Runs the test command beside four busy loops, as often as the first argument says: `node scripts/test-busy.mjs 5`.
const [, , times = '1', ...args] = process.argv;
const loops = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', 'for (;;);']));
let failures = 0;
try {
  for (let round = 1; round <= Number(times); round += 1) {
    const began = performance.now();
    const status = await run(process.execPath, ['scripts/test.mjs', ...args]);
    if (status !== 0) failures += 1;
    console.log(`busy ${round} of ${times}: status ${status}, ${Math.round((performance.now() - began) / 1_000)} s`);
  }
} finally {
  for (const loop of loops) loop.kill();
}
process.exitCode = failures === 0 ? 0 : 1;
