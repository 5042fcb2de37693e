import type { Logger } from '../log/logger.ts';
import type { LoopWatch } from '../loop-watch.ts';
import type { CopyFiles } from '../services/copies/copy-files.ts';
import { createIntervalLoop } from './interval-loop.ts';

const INTERVAL_MS = 1_000;

/** Makes the loop that copies files of scheduled posts. Every process runs it. */
export function createCopyLoop(deps: { logger: Logger; watch: LoopWatch; copyFiles: CopyFiles }) {
  const { copyFiles } = deps;
  const loop = createIntervalLoop(
    deps,
    { job: 'copies', intervalMs: INTERVAL_MS, quiet: copyFiles.quiet },
    copyFiles.copyDue,
  );
  return {
    start: loop.start,
    async stop(): Promise<void> {
      copyFiles.abort();
      await loop.stop();
      await copyFiles.ended();
    },
  };
}
