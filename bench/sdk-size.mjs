import { spawnSync } from 'node:child_process';
import { inRepository } from './programs.mjs';

/** Bytes of the SDK with everything it needs, minified and gzipped, and its limit, as size-limit finds them. */
export function measureSdkSize() {
  const { stdout, stderr } = spawnSync(inRepository('node_modules/.bin/size-limit'), ['--json'], {
    cwd: inRepository('.'),
    encoding: 'utf8',
  });
  const [found] = stdout ? JSON.parse(stdout) : [];
  if (!found?.size) throw new Error(`size-limit found no size: ${stderr}`);
  return { bytes: found.size, limitBytes: found.sizeLimit };
}
