import type { Services } from '../http/operations/services.ts';
import { createCopyLoop } from '../jobs/copy-loop.ts';
import { createCounterLoop } from '../jobs/counter-loop.ts';
import { createIntervalLoop } from '../jobs/interval-loop.ts';
import { createMailLoop } from '../jobs/mail-loop.ts';
import { createMaintenance } from '../jobs/maintenance.ts';
import { createSearchLoop } from '../jobs/search-loop.ts';
import { createTurnLoop } from '../jobs/turn-loop.ts';
import { createWebhookLoop } from '../jobs/webhook-loop.ts';
import type { LoopWatch } from '../loop-watch.ts';
import { createRecovery } from '../services/delivery/recovery.ts';
import { createTakeOver } from '../services/delivery/take-over.ts';
import { createCopyFiles } from '../services/posts/copy-files.ts';
import { createDuePosts } from '../services/posts/due-posts.ts';
import { createDueWork } from '../services/posts/due-work.ts';
import { createSearchIndex } from '../services/posts/search-index.ts';
import { createForgetOldLog } from '../services/retention/forget-old-log.ts';
import type { AppOptions } from './options.ts';
import type { Made } from './services.ts';

/** Pictures of accounts are read again about once a week: a minute's delay does not matter. */
const PICTURES_EVERY_MS = 60_000;

/** Makes the jobs that run next to the requests. */
export function createJobs(
  { logger, config: { latenessWindowMs, retention } }: AppOptions,
  { db, clock, plans, connections, counters, credits, library, sessions, commandGrants, workspaceDeletion }: Services,
  { sending, files: { media }, webhooks, pictures, mailJob, sharing: { worker } }: Made,
  watch: LoopWatch,
) {
  const {
    turns,
    storeOutcome,
    acceptTargets,
    findPublished,
    endScheduled,
    uploads,
    delivery,
    warnOfExpiry,
    refreshLimits,
  } = sending;
  const { applyEvent, platforms, storeToSend } = sending;
  const takeOver = createTakeOver({
    ...{
      db,
      clock,
      logger,
      connections,
      platforms,
      delivery,
      storeOutcome,
      applyEvent,
      findPublished,
      worker,
      uploads,
    },
    latenessWindowMs,
  });
  const recovery = createRecovery({ db, clock, delivery, turns, worker });
  const beginPost = createDuePosts({
    ...{ db, clock, logger, plans, credits, connections, acceptTargets, storeToSend, endScheduled, delivery },
    latenessWindowMs,
  });
  const continueChannel = createDueWork({ db, clock, logger, beginPost, takeOver });
  const turnLoop = createTurnLoop({ logger, watch, turns, continueChannel });
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
  const searchLoop = createSearchLoop({ logger, searchIndex: createSearchIndex({ db }), watch });
  const mailLoops = mailJob ? [createMailLoop({ logger, watch, ...mailJob })] : [];
  return {
    recovery,
    turnLoop,
    loops: [webhookLoop, maintenance, copyLoop, searchLoop, pictureLoop, counterLoop, ...mailLoops],
  };
}
