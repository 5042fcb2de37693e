import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { identifyCaller } from '@social/platforms';
import { type Clock, isClockPlausible, systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import { loadPlans } from './config/plans-file.ts';
import { createAuthenticate } from './http/callers/authenticate.ts';
import { createClientAddress } from './http/callers/client-address.ts';
import { createRateLimits } from './http/callers/rate-limit.ts';
import { createKoaApp } from './http/koa-app.ts';
import { createMetrics } from './http/metrics.ts';
import { createIdempotency } from './http/operations/idempotency.ts';
import type { Services } from './http/operations/services.ts';
import { createHandlers } from './http/routes/handlers.ts';
import { createMaintenance } from './jobs/maintenance.ts';
import { createTableQueue } from './jobs/table-queue.ts';
import type { Logger } from './logger.ts';
import { createMediaAddresses } from './media/media-address.ts';
import { createMediaFiles } from './media/media-files.ts';
import { createUrlMediaSource } from './media/url-media-source.ts';
import type { Keyring } from './secrets.ts';
import { createAccounts } from './services/accounts/accounts.ts';
import { createAuth, sessionCookieName } from './services/accounts/auth.ts';
import { createCommandGrants } from './services/accounts/command-grants.ts';
import { createKeys } from './services/accounts/keys.ts';
import { createPasswords } from './services/accounts/passwords.ts';
import { createProfiles } from './services/accounts/profiles.ts';
import { createSessions } from './services/accounts/sessions.ts';
import { createActions } from './services/actions.ts';
import { createConnections } from './services/connections/connections.ts';
import { createExpiryWarnings } from './services/connections/expiry.ts';
import { createOauthFlows } from './services/connections/oauth-flows.ts';
import { createPastedCredentials } from './services/connections/pasted-credentials.ts';
import { createTokens } from './services/connections/tokens.ts';
import { createUnsavedTokens } from './services/connections/unsaved-tokens.ts';
import { createCredits } from './services/credits/credits.ts';
import { createQuotaChecks } from './services/credits/quotas.ts';
import { createSpending } from './services/credits/spending.ts';
import { createDelivery } from './services/delivery/delivery.ts';
import { createPublishProgress } from './services/delivery/publish-progress.ts';
import { createReconciliation } from './services/delivery/reconciliation.ts';
import { createRecovery } from './services/delivery/recovery.ts';
import { createResumption } from './services/delivery/resumption.ts';
import { createLiveChanges } from './services/live/live-changes.ts';
import { createMediaLibrary } from './services/media-library.ts';
import { createPlatforms, type SandboxAccess } from './services/networks/platforms.ts';
import { createUpstreamReads } from './services/networks/upstream-reads.ts';
import { createDuePosts } from './services/posts/due-posts.ts';
import { createPosts } from './services/posts/posts.ts';
import { createPublishing } from './services/posts/publishing.ts';
import { createSettlement } from './services/targets/settlement.ts';
import { createUnsentPosts } from './services/targets/unsent-posts.ts';
import { createLeadership } from './services/workers/leadership.ts';
import { createLeases } from './services/workers/leases.ts';
import { createSerialQueue } from './services/workers/serial-queue.ts';
import { createWorker } from './services/workers/worker.ts';
import type { Database } from './store/schema.ts';
import { VERSION } from './version.ts';

/** What a server needs from outside. */
export interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** The host's clock unless a test moves time. */
  readonly clock?: Clock;
  /** Stands in for networks that are not configured. */
  readonly sandbox?: SandboxAccess | null;
  /** One-time token that the first sign-up must name; null: none is needed. */
  readonly setupToken?: string | null;
}

/** The use cases, and what works behind them. */
function createServices(
  { config, logger, clock = systemClock, sandbox = null, setupToken = null }: AppOptions,
  db: Database,
  keyring: Keyring,
  baseUrl: string,
) {
  const { dialect } = config.database;
  const { upstreamTimeoutMs, publishTimeoutMs, signUp } = config;
  const plans = loadPlans(config.plansFile);
  const allowLoopback = config.mediaFromLoopback;
  const addresses = createMediaAddresses({
    ...{ baseUrl, clock, allowLoopback },
    secret: keyring.derive('addresses of media'),
  });
  const mediaPolicy = { allowLoopback, ownFileOf: addresses.ownFileOf };
  const library = createMediaLibrary({
    ...{ db, dialect, clock, quotaBytes: config.mediaQuotaBytes },
    files: createMediaFiles(join(config.dataDir, 'media')),
    addresses,
  });
  const media = createUrlMediaSource(mediaPolicy, library, { directory: join(config.dataDir, 'media-tmp'), logger });
  identifyCaller({ version: VERSION, address: baseUrl });
  const platforms = createPlatforms(config.platforms, sandbox);
  const worker = createWorker({ db, clock, logger, keyring, leaseMs: config.workerLeaseMs });
  const reads = createUpstreamReads({ breakerOpenMs: config.breakerOpenMs, logger });
  const withLease = createLeases({ db, dialect, worker });
  const queue = createSerialQueue(withLease);
  const credits = createCredits({ db, dialect, clock, plans });
  const unsaved = createUnsavedTokens({ db, logger });
  const tokens = createTokens({ db, dialect, clock, logger, keyring, platforms, withLease, reads, unsaved });
  const connections = createConnections({ db, dialect, clock, logger, platforms, tokens, baseUrl });
  const auth = createAuth({ db, dialect, secret: keyring.derive('dashboard sessions'), baseUrl });
  const accounts = createAccounts({ db, dialect, clock, credits, plans, auth, signUp, setupToken });
  const quotas = createQuotaChecks({ plans, clock });
  const keys = createKeys({ db, dialect, clock, quotas, kind: sandbox ? 'sandbox' : 'real' });
  const endUnsent = createUnsentPosts({ clock });
  const profiles = createProfiles({ db, dialect, clock, connections, endUnsent, quotas });
  const oauthFlows = createOauthFlows({ db, clock, keyring, platforms, connections, baseUrl });
  const actions = createActions({
    ...{ db, logger, credits, connections, platforms, tokens, queue, reads, upstreamTimeoutMs },
  });
  const findPublished = createReconciliation({ db, logger, platforms, tokens, reads, queue });
  const settle = createSettlement({ db, clock, logger, credits });
  const parts = { db, clock, logger, connections, settle, findPublished, worker, endUnsent };
  const progress = createPublishProgress({ db, logger, keyring, worker });
  const delivery = createDelivery({ ...parts, progress, platforms, tokens, media, queue, upstreamTimeoutMs });
  const publishing = createPublishing({ ...parts, dialect, credits, delivery, quotas, publishTimeoutMs });
  const posts = createPosts({ ...parts, credits, publishing });
  const services: Services = {
    ...{ db, clock, plans, accounts, actions },
    commandGrants: createCommandGrants({ db, dialect, clock, keys, baseUrl }),
    connections,
    credits,
    keys,
    oauthFlows,
    passwords: createPasswords({ db, dialect, auth }),
    pastedCredentials: createPastedCredentials({ db, platforms, connections }),
    posts,
    profiles,
    publishing,
    sessions: createSessions({ db, dialect }),
    spending: createSpending({ db, dialect, clock }),
    library,
    live: createLiveChanges({ db, logger }),
    mediaPolicy,
  };
  const warnOfExpiry = createExpiryWarnings({ db, dialect, clock, logger, platforms });
  return { services, media, unsaved, sending: { ...parts, delivery, progress, warnOfExpiry } };
}

/** The jobs that run beside the requests. */
function createJobs(
  { latenessWindowMs }: Config,
  { plans, credits, publishing, library, sessions, commandGrants }: Services,
  sending: ReturnType<typeof createServices>['sending'],
) {
  const resumption = createResumption({ ...sending, latenessWindowMs });
  const recovery = createRecovery({ ...sending, resumption });
  const claimPost = createDuePosts({ ...sending, plans, credits, publishing, latenessWindowMs });
  const leadership = createLeadership('schedule', sending);
  const work = { claimPost, resumeTarget: resumption.resume };
  const queue = createTableQueue({ ...sending, leadership, work });
  const maintenance = createMaintenance({
    ...{ ...sending, credits, recovery, library, sessions, commandGrants, leadership },
  });
  return { recovery, queue, maintenance };
}

/** A server without its listener: what answers requests, and what runs beside them. */
export type Composition = ReturnType<typeof compose>;

/** Puts the parts together over an open database; nothing runs before `begin`. */
export function compose(options: AppOptions, db: Database, keyring: Keyring, baseUrl: string) {
  const { config, logger } = options;
  const { services, media, unsaved, sending } = createServices(options, db, keyring, baseUrl);
  const { recovery, queue, maintenance } = createJobs(config, services, sending);
  const idempotency = createIdempotency({ ...services, worker: sending.worker });
  const rateLimits = createRateLimits(config.requestsPerMinute);
  const metrics = createMetrics();
  let isStopping = false;
  let recovering: Promise<void> = Promise.resolve();
  const koa = createKoaApp({
    handlers: createHandlers({
      config,
      services,
      rateLimits,
      metrics,
      baseUrl,
      sandboxUrl: options.sandbox?.url ?? null,
      logger,
      isStopping: () => isStopping,
      couldWrite: sending.worker.isFresh,
    }),
    authenticate: createAuthenticate({ ...services, baseUrl, sessionCookie: sessionCookieName(baseUrl) }),
    idempotency,
    rateLimits,
    metrics,
    logger,
    baseUrl,
    dashboardDirectory: fileURLToPath(new URL('./dashboard', import.meta.url)),
    clientOf: createClientAddress(config.trustedProxies, (peer) =>
      logger.warn(
        { peer },
        'a request came with X-Forwarded-For from an address that SOCIAL_TRUST_PROXY does not name: if that is your proxy, name it, or all its clients share one limit',
      ),
    ),
    isStopping: () => isStopping,
  });

  function recover(work: () => Promise<void>): void {
    const run = work().catch((error: unknown) => logger.error({ err: error }, 'recovery failed'));
    recovering = Promise.all([recovering, run]).then(() => undefined);
  }

  function startQueue(): void {
    if (isClockPlausible(services.clock)) {
      queue.start();
    } else {
      logger.warn(
        'the clock of this machine cannot be right; scheduled posts wait until it is set and the server restarted',
      );
    }
  }

  return {
    baseUrl,
    answer: koa.callback(),
    /** Takes over what dead processes left and starts the jobs. @param isAlone no other process can be alive */
    async begin(isAlone: boolean): Promise<void> {
      await sending.worker.begin(isAlone);
      if (isAlone) await idempotency.releaseDeadLocks();
      recover(recovery.takeOver);
      recover(() => recovery.reconcile({ isStart: true }));
      sending.worker.start(() => {
        if (!isStopping) recover(recovery.takeOver);
      });
      startQueue();
      maintenance.start();
    },
    /** Begins nothing more, and resolves when nothing is on its way. */
    async end(): Promise<void> {
      isStopping = true;
      // First of all: what waits for nothing must not be waited for.
      const streams = services.live.stop();
      await Promise.all([streams, sending.delivery.stop(), queue.stop(), maintenance.stop(), recovering]);
      await media[Symbol.asyncDispose]();
      await unsaved.stop();
      await sending.worker.stop();
    },
  };
}
