import { createServer, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Clock, isClockPlausible, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createAuthenticate } from './http/authenticate.ts';
import { createClientAddress } from './http/client-address.ts';
import { createHandlers } from './http/handlers.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createKoaApp } from './http/koa-app.ts';
import { createMetrics } from './http/metrics.ts';
import { answerParserErrors } from './http/parser-errors.ts';
import { createRateLimits } from './http/rate-limit.ts';
import type { Services } from './http/services.ts';
import { createMaintenance } from './jobs/maintenance.ts';
import { createScheduler } from './jobs/scheduler.ts';
import { checkKeyring, loadKeyring } from './key-file.ts';
import { closeListener, listen } from './listener.ts';
import type { Logger } from './logger.ts';
import { createUrlMediaSource } from './media/url-media-source.ts';
import { loadPlans } from './plans-file.ts';
import type { Keyring } from './secrets.ts';
import { createAccounts, sessionCookieName } from './services/accounts.ts';
import { createActions } from './services/actions.ts';
import { createConnections } from './services/connections.ts';
import { createCredits } from './services/credits.ts';
import { createDelivery, type Delivery } from './services/delivery.ts';
import { createDuePosts } from './services/due-posts.ts';
import { createKeys } from './services/keys.ts';
import { createLeases } from './services/leases.ts';
import { createOauthFlows } from './services/oauth-flows.ts';
import { createPlatforms, type SandboxAccess } from './services/platforms.ts';
import { createPosts } from './services/posts.ts';
import { createProfiles } from './services/profiles.ts';
import { createPublishing } from './services/publishing.ts';
import { createReconciliation, type Reconciliation } from './services/reconciliation.ts';
import { createRecovery, ORPHANED_AFTER_MS } from './services/recovery.ts';
import { createSerialQueue } from './services/serial-queue.ts';
import { createSettlement, type Settle } from './services/settlement.ts';
import { createTokens } from './services/tokens.ts';
import { openDatabase } from './store/dialects.ts';
import { asConfigError, prepareDatabase } from './store/migrate.ts';
import type { Database } from './store/schema.ts';
import { markAsServed } from './store/sole-process.ts';

const DRAIN_MS = 30_000;
const MAX_CONNECTIONS = 10_000;

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

/** A server that answers. Closing it drains what is on its way and frees everything. */
export interface App extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens the database, migrates it, and serves. @throws ConfigError when a setting is wrong */
export async function startApp(options: AppOptions): Promise<App> {
  const { config } = options;
  const keyring = loadKeyring(config);
  const db = openDatabase(config.database);
  let store: Store = { db, isAlone: false, close: () => db.destroy() };
  try {
    await prepareDatabase(db, config.database);
    store = markStore(db, config);
    await checkKeyring(db, keyring);
    return await serve(options, store, keyring);
  } catch (error) {
    await store.close();
    throw asConfigError(error, config.database);
  }
}

interface Store {
  readonly db: Database;
  /** Whether it is certain that no other process serves from this database. */
  readonly isAlone: boolean;
  close(): Promise<void>;
}

function markStore(db: Database, { database }: Config): Store {
  const unmark = database.dialect === 'sqlite' ? markAsServed(database.path) : null;
  const close = async () => {
    await db.destroy();
    unmark?.();
  };
  return { db, isAlone: unmark !== null, close };
}

async function serve(options: AppOptions, store: Store, keyring: Keyring): Promise<App> {
  const { config, logger } = options;
  const ready = Promise.withResolvers<ReturnType<typeof compose>>();
  // Nobody may be waiting when the start fails.
  ready.promise.catch(() => undefined);
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    // The application answers a missing Host itself, with the same JSON as every other error.
    requireHostHeader: false,
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = MAX_CONNECTIONS;
  answerParserErrors(server);
  server.on('request', (request, response) => {
    ready.promise.then(
      (app) => app.answer(request, response),
      () => response.destroy(),
    );
  });
  const url = await listen(server, config);
  try {
    const app = compose(options, store.db, keyring, config.baseUrl ?? url);
    await app.begin(store.isAlone);
    if (config.database.dialect === 'sqlite' && !store.isAlone)
      logger.warn('another process serves this database already; use Postgres for several');
    ready.resolve(app);
    logger.info({ url: app.baseUrl }, 'listening');
    const close = () => stop(server, app, store, logger);
    return { url: app.baseUrl, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    // Whoever has connected already must not keep a server alive that never came to be.
    ready.reject(error);
    server.close();
    server.closeAllConnections();
    throw error;
  }
}

/** Lets what is on its way end, but not longer than a supervisor waits before it kills. */
async function stop(server: Server, app: ReturnType<typeof compose>, store: Store, logger: Logger): Promise<void> {
  const ended = Promise.all([app.end(), closeListener(server)]).then(() => true);
  const late = delay(DRAIN_MS, false, { ref: false });
  if (!(await Promise.race([ended, late])))
    logger.warn('stopped before everything had ended; the next start takes it over');
  server.closeAllConnections();
  await store.close();
}

/** The use cases, and what works behind them. */
function createServices(
  { config, logger, clock = systemClock, sandbox = null, setupToken = null }: AppOptions,
  db: Database,
  keyring: Keyring,
  baseUrl: string,
) {
  const { dialect } = config.database;
  const { upstreamTimeoutMs, publishTimeoutMs } = config;
  const plans = loadPlans(config.plansFile);
  const mediaPolicy = { allowLoopback: config.mediaFromLoopback };
  const media = createUrlMediaSource(mediaPolicy);
  const platforms = createPlatforms(config.platforms, sandbox);
  const withLease = createLeases({ db, dialect, clock });
  const queue = createSerialQueue(withLease);
  const credits = createCredits({ db, dialect, clock, plans });
  const tokens = createTokens({ db, clock, logger, keyring, platforms, withLease });
  const connections = createConnections({ db, dialect, clock, logger, platforms, tokens });
  const secret = keyring.derive('dashboard sessions');
  const { signUp } = config;
  const accounts = createAccounts({ db, dialect, clock, credits, plans, secret, baseUrl, signUp, setupToken });
  const keys = createKeys({ db, clock });
  const profiles = createProfiles({ db, dialect, clock, connections });
  const oauthFlows = createOauthFlows({ db, clock, keyring, platforms, tokens, connections, baseUrl });
  const actions = createActions({ db, logger, credits, connections, platforms, tokens, queue, upstreamTimeoutMs });
  const findPublished = createReconciliation({ db, logger, platforms, tokens });
  const settle = createSettlement({ db, clock, logger, credits });
  const delivery = createDelivery({
    db,
    clock,
    logger,
    platforms,
    tokens,
    media,
    queue,
    settle,
    findPublished,
    upstreamTimeoutMs,
  });
  const publishing = createPublishing({ db, dialect, clock, logger, credits, connections, delivery, publishTimeoutMs });
  const posts = createPosts({ db, clock, credits, connections, publishing });
  const services: Services = {
    db,
    clock,
    plans,
    accounts,
    actions,
    connections,
    credits,
    keys,
    oauthFlows,
    posts,
    profiles,
    publishing,
    mediaPolicy,
  };
  return { services, delivery, media, settle, findPublished };
}

/** The jobs that run beside the requests. */
function createJobs(
  { config, logger }: AppOptions,
  { db, clock, plans, credits, connections, publishing }: Services,
  sending: { delivery: Delivery; settle: Settle; findPublished: Reconciliation },
) {
  const { latenessWindowMs } = config;
  const recover = createRecovery({ db, clock, logger, connections, ...sending, latenessWindowMs });
  const claimDuePost = createDuePosts({
    db,
    clock,
    logger,
    plans,
    credits,
    connections,
    publishing,
    latenessWindowMs,
  });
  const scheduler = createScheduler({ db, clock, logger, claimDuePost });
  const maintenance = createMaintenance({ db, clock, logger, credits, recover });
  return { recover, scheduler, maintenance };
}

function compose(options: AppOptions, db: Database, keyring: Keyring, baseUrl: string) {
  const { config, logger } = options;
  const { services, media, ...sending } = createServices(options, db, keyring, baseUrl);
  const { recover, scheduler, maintenance } = createJobs(options, services, sending);
  const idempotency = createIdempotency(services);
  const rateLimits = createRateLimits(config.requestsPerMinute);
  const metrics = createMetrics();
  let isStopping = false;
  let recovering = Promise.resolve();
  const koa = createKoaApp({
    handlers: createHandlers({ config, services, rateLimits, metrics, baseUrl, logger, isStopping: () => isStopping }),
    authenticate: createAuthenticate({ ...services, baseUrl, sessionCookie: sessionCookieName(baseUrl) }),
    idempotency,
    rateLimits,
    metrics,
    logger,
    baseUrl,
    dashboardDirectory: fileURLToPath(new URL('./dashboard', import.meta.url)),
    clientOf: createClientAddress(config.trustedProxies),
    isStopping: () => isStopping,
  });

  return {
    baseUrl,
    answer: koa.callback(),
    /** Takes over what a dead process left, where no other process can be alive, and starts the jobs. */
    async begin(isAlone: boolean): Promise<void> {
      if (isAlone) await idempotency.releaseDeadLocks();
      recovering = recover({ idleMs: isAlone ? 0 : ORPHANED_AFTER_MS, isStart: true }).catch((error: unknown) =>
        logger.error({ err: error }, 'recovery failed'),
      );
      if (isClockPlausible(services.clock)) {
        scheduler.start();
      } else {
        logger.warn(
          'the clock of this machine cannot be right; scheduled posts wait until it is set and the server restarted',
        );
      }
      // One after the other: both would take the same interrupted targets in hand.
      recovering = recovering.then(() => {
        if (!isStopping) maintenance.start();
      });
    },
    /** Begins nothing more, and resolves when nothing is on its way. */
    async end(): Promise<void> {
      isStopping = true;
      await Promise.all([sending.delivery.stop(), scheduler.stop(), maintenance.stop(), recovering]);
      await media[Symbol.asyncDispose]();
    },
  };
}
