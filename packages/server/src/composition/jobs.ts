import type { Services } from '../http/operations/services.ts';
import { createChannelLoop } from '../jobs/channel-loop.ts';
import { createCopyLoop } from '../jobs/copy-loop.ts';
import { createIntervalLoop } from '../jobs/interval-loop.ts';
import { createMaintenance } from '../jobs/maintenance.ts';
import { createWebhookLoop } from '../jobs/webhook-loop.ts';
import type { LoopWatch } from '../loop-watch.ts';
import { createCopyFiles } from '../services/copies/copy-files.ts';
import { createSearchIndex } from '../services/posts/search-index.ts';
import { createForgetOldLog } from '../services/retention/forget-old-log.ts';
import type { AppOptions } from './options.ts';
import type { Made } from './services.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Makes the jobs that run next to the requests. */
export function createJobs(
  { logger, config: { retention } }: AppOptions,
  { db, clock, counters, credits, library, sessions, commandGrants, workspaceDeletion }: Services,
  { engine, connectionJobs, files: { media }, webhooks, pictures, mailJob, sharing: { worker } }: Made,
  watch: LoopWatch,
) {
  const { channels, dueWork } = engine;
  const channelLoop = createChannelLoop({ logger, watch, channels, dueWork });
  const maintenance = createMaintenance({
    ...{ db, clock, logger, watch, credits, library, sessions, commandGrants, workspaceDeletion, webhooks },
    ...{ ...connectionJobs, forgetOldLog: createForgetOldLog({ db, clock, keptMs: retention.logMs }) },
  });
  const webhookLoop = createWebhookLoop({ db, clock, logger, watch, worker, webhooks });
  const every = (intervalMs: number, job: string, runOnce: (stopping: AbortSignal) => Promise<unknown>) =>
    createIntervalLoop({ logger, watch }, { job, intervalMs }, runOnce);
  // Loops of their own: networks that answer slowly delay no other job.
  const pictureLoop = every(MINUTE_MS, 'pictures', pictures.readDue);
  const counterLoop = every(MINUTE_MS, 'counters', counters.readDaily);
  const mailLoops = mailJob ? [every(SECOND_MS, 'mail', mailJob)] : [];
  const copyLoop = createCopyLoop({ logger, watch, copyFiles: createCopyFiles({ db, clock, logger, media, worker }) });
  const searchIndex = createSearchIndex({ db, clock });
  const searchLoop = createIntervalLoop(
    { logger, watch },
    { job: 'search', intervalMs: SECOND_MS, quiet: searchIndex.quiet },
    searchIndex.catchUp,
  );
  return {
    channelLoop,
    loops: [webhookLoop, maintenance, copyLoop, searchLoop, pictureLoop, counterLoop, ...mailLoops],
  };
}
