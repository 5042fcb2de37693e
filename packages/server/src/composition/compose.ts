import { fileURLToPath } from 'node:url';
import { identifyCaller } from '@social/platforms';
import { after } from '@social/platforms/guarded';
import { isClockPlausible } from '../clock.ts';
import { createAuthenticate } from '../http/callers/authenticate.ts';
import { createClientAddress } from '../http/callers/client-address.ts';
import { createLimiters } from '../http/callers/limiters.ts';
import { createRateLimits } from '../http/callers/rate-limit.ts';
import { createKoaApp } from '../http/koa-app.ts';
import { createInnerFetch } from '../http/listener/inner-fetch.ts';
import { createFairStarts } from '../http/operations/fair-starts.ts';
import { draftUrl } from '../http/presenters/present-draft.ts';
import { createMetrics } from '../http/replies/metrics.ts';
import { createHandlers } from '../http/routes/handlers.ts';
import { createLoopWatch } from '../loop-watch.ts';
import type { Keyring } from '../secrets.ts';
import { sessionCookieName } from '../services/accounts/auth.ts';
import { createIdempotency } from '../services/idempotency.ts';
import { createOperatorFigures } from '../services/operator-figures.ts';
import type { Database } from '../store/schema.ts';
import { VERSION } from '../version.ts';
import { createJobs } from './jobs.ts';
import type { AppOptions } from './options.ts';
import { createServices } from './services.ts';

const LOOPS_AFTER_MS = 200;

/** A server without its listener. */
export type Composition = ReturnType<typeof compose>;

/** Puts the parts together over an open database. No job runs before `begin`. */
export function compose(options: AppOptions, db: Database, keyring: Keyring, baseUrl: string) {
  const { config, logger } = options;
  identifyCaller({ version: VERSION, address: baseUrl });
  const made = createServices(options, db, keyring, baseUrl);
  const { services, files, pictures, unsaved, sharing, engine, webhooks } = made;
  const { clock, keys, accounts, credits, plans } = services;
  const watch = createLoopWatch({ clock, logger });
  const { recovery, removals, sender } = engine;
  const { channelLoop, loops } = createJobs(options, services, made, watch);
  const { worker } = sharing;
  const idempotency = createIdempotency({ db, clock, worker, draftUrl: (id) => draftUrl(baseUrl, id) });
  const sessionCookie = sessionCookieName(baseUrl);
  const rateLimits = createRateLimits(config.requestsPerMinute, createLimiters(db));
  const metrics = createMetrics(createOperatorFigures({ db, clock, logger, dataDir: config.dataDir }), watch.counts);
  let isStopping = false;
  let recovering: Promise<void> = Promise.resolve();
  let starting: NodeJS.Timeout | undefined;
  const koa = createKoaApp({
    handlers: createHandlers({
      config,
      services,
      rateLimits,
      metrics,
      baseUrl,
      innerFetch: createInnerFetch((request, response) => answer(request, response)),
      sandboxUrl: options.sandbox?.url ?? null,
      logger,
      isStopping: () => isStopping,
      canWrite: worker.canWrite,
    }),
    authenticate: createAuthenticate({ keys, accounts, credits, plans, baseUrl, sessionCookie }),
    idempotency,
    rateLimits,
    budgets: made.budgets,
    fairStarts: createFairStarts(),
    quotas: made.quotas,
    metrics,
    watch,
    logger,
    baseUrl,
    // Beside the bundled file.
    dashboardDirectory: fileURLToPath(new URL('./dashboard', import.meta.url)),
    clientOf: createClientAddress(config.trustedProxies, (peer) =>
      logger.warn(
        { peer },
        'a request came with X-Forwarded-For from an address that SOCIAL_TRUST_PROXY does not name: if that is your proxy, name it, or all its clients share one limit',
      ),
    ),
    isStopping: () => isStopping,
  });

  const answer = koa.callback();

  function recover(work: () => Promise<void>): void {
    const run = work().catch((error: unknown) => logger.error({ err: error }, 'recovery failed'));
    recovering = Promise.all([recovering, run]).then(() => undefined);
  }

  function startChannels(): void {
    if (isClockPlausible(clock)) {
      channelLoop.start();
    } else {
      logger.warn(
        'the clock of this machine cannot be right; scheduled posts, interrupted ones and removals wait until it is set and the server restarted',
      );
    }
  }

  return {
    baseUrl,
    answer,
    /** Resolves when the database no longer lists this process: nothing more is sent then, and it has to stop. */
    lost: worker.lost,
    /** Frees the targets of dead processes and starts the jobs, which continue them. */
    async begin(): Promise<void> {
      watch.start();
      await worker.begin();
      recover(() => recovery.freeLeft());
      recover(() => recovery.planLooks());
      worker.start(() => {
        if (isStopping) return;
        recover(() => recovery.freeLeft());
      });
      startChannels();
      // Behind the ready line: nobody waits for these.
      starting = after(LOOPS_AFTER_MS, () => {
        for (const loop of loops) loop.start();
      });
    },
    /** Starts no new work. Resolves when the running work has ended, but for requests. */
    async end(): Promise<void> {
      isStopping = true;
      clearTimeout(starting);
      // Ends the streams first: they never end without this.
      const streams = services.live.stop();
      webhooks.reader.stop();
      // Ends the reading that a job may wait for.
      await pictures[Symbol.asyncDispose]();
      const ending = [channelLoop, ...loops].map((loop) => loop.stop());
      await Promise.all([streams, sender.stop(), removals.stop(), ...ending, recovering]);
      const { media, linkCards, addressLooks } = files;
      await Promise.all([media, linkCards, addressLooks].map((one) => one[Symbol.asyncDispose]()));
      await webhooks.close();
      await unsaved.stop();
    },
    /** Ends the worker. Of work that is still under way, nothing more is sent, and others may take it over. */
    leave() {
      watch.stop();
      return worker.stop();
    },
  };
}
