import { spawnSync } from 'node:child_process';
import { inRepository } from './programs.mjs';

/** Measures the SDK with its dependencies, minified and gzipped, in bytes, by size-limit. @returns size and limit */
export function measureSdkSize() {
  const { stdout, stderr } = spawnSync(inRepository('node_modules/.bin/size-limit'), ['--json'], {
    cwd: inRepository('.'),
    encoding: 'utf8',
  });
  const [found] = stdout ? JSON.parse(stdout) : [];
  if (!found?.size) throw new Error(`size-limit found no size: ${stderr}`);
  return { bytes: found.size, limitBytes: found.sizeLimit };
}
