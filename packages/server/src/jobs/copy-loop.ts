import type { Logger } from '../logger.ts';
import type { LoopWatch } from '../loop-watch.ts';
import type { CopyFiles } from '../services/copies/copy-files.ts';
import { createIntervalLoop } from './interval-loop.ts';

const INTERVAL_MS = 1_000;

/** Makes the loop that copies files of scheduled posts. Every process runs it. */
export function createCopyLoop({
  logger,
  copyFiles,
  watch,
}: {
  logger: Logger;
  copyFiles: CopyFiles;
  watch: LoopWatch;
}) {
  const loop = createIntervalLoop({ job: 'copies', intervalMs: INTERVAL_MS, watch, quiet: copyFiles.quiet }, () =>
    copyFiles.copyDue().catch((err: unknown) => logger.error({ err }, 'could not read which files are to be copied')),
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
