import type { Services } from '../http/operations/services.ts';
import { createChannelLoop } from '../jobs/channel-loop.ts';
import { createCopyLoop } from '../jobs/copy-loop.ts';
import { createCounterLoop } from '../jobs/counter-loop.ts';
import { createIntervalLoop } from '../jobs/interval-loop.ts';
import { createMailLoop } from '../jobs/mail-loop.ts';
import { createMaintenance } from '../jobs/maintenance.ts';
import { createSearchLoop } from '../jobs/search-loop.ts';
import { createWebhookLoop } from '../jobs/webhook-loop.ts';
import type { LoopWatch } from '../loop-watch.ts';
import { createCopyFiles } from '../services/copies/copy-files.ts';
import { createSearchIndex } from '../services/posts/search-index.ts';
import { createForgetOldLog } from '../services/retention/forget-old-log.ts';
import type { AppOptions } from './options.ts';
import type { Made } from './services.ts';

/** Pictures of accounts are read again about once a week: a minute's delay does not matter. */
const PICTURES_EVERY_MS = 60_000;

/** Makes the jobs that run next to the requests. */
export function createJobs(
  { logger, config: { retention } }: AppOptions,
  { db, clock, counters, credits, library, sessions, commandGrants, workspaceDeletion }: Services,
  { engine, refreshLimits, warnOfExpiry, files: { media }, webhooks, pictures, mailJob, sharing: { worker } }: Made,
  watch: LoopWatch,
) {
  const { channels, dueWork } = engine;
  const channelLoop = createChannelLoop({ logger, watch, channels, dueWork });
  const maintenance = createMaintenance({
    ...{ db, clock, logger, watch, credits, library, sessions, commandGrants, workspaceDeletion, webhooks },
    ...{ warnOfExpiry, refreshLimits, forgetOldLog: createForgetOldLog({ db, clock, keptMs: retention.logMs }) },
  });
  const webhookLoop = createWebhookLoop({ db, clock, logger, watch, worker, webhooks });
  // A loop of its own: servers of pictures that answer slowly delay no other job.
  const pictureLoop = createIntervalLoop({ job: 'pictures', intervalMs: PICTURES_EVERY_MS, watch }, (stopping) =>
    pictures.readDue(stopping).catch((err: unknown) => logger.error({ err }, 'could not read pictures of accounts')),
  );
  const copyFiles = createCopyFiles({ db, clock, logger, media, worker });
  const copyLoop = createCopyLoop({ logger, copyFiles, watch });
  const counterLoop = createCounterLoop({ logger, counters, watch });
  const searchLoop = createSearchLoop({ logger, searchIndex: createSearchIndex({ db, clock }), watch });
  const mailLoops = mailJob ? [createMailLoop({ logger, watch, ...mailJob })] : [];
  return {
    channelLoop,
    loops: [webhookLoop, maintenance, copyLoop, searchLoop, pictureLoop, counterLoop, ...mailLoops],
  };
}
