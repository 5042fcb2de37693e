import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { createAuthenticate } from './http/authenticate.ts';
import { createClientAddress } from './http/client-address.ts';
import { createFlowCookies } from './http/cookies.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createKoaApp } from './http/koa-app.ts';
import { createMetrics } from './http/metrics.ts';
import type { Handlers } from './http/operation-types.ts';
import { answerParserErrors } from './http/parser-errors.ts';
import { createRateLimits, type RateLimits } from './http/rate-limit.ts';
import { accountRoutes } from './http/routes/account.ts';
import { connectionRoutes } from './http/routes/connections.ts';
import { microblogRoutes } from './http/routes/microblog.ts';
import { postRoutes } from './http/routes/posts.ts';
import { profnetRoutes } from './http/routes/profnet.ts';
import { serverRoutes } from './http/routes/server.ts';
import { webhookRoutes } from './http/routes/webhooks.ts';
import { workspaceRoutes } from './http/routes/workspace.ts';
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
import { createKeys } from './services/keys.ts';
import { createOauthFlows } from './services/oauth-flows.ts';
import { createPlatforms, type SandboxAccess } from './services/platforms.ts';
import { createPosts } from './services/posts.ts';
import { createProfiles } from './services/profiles.ts';
import { createPublishing } from './services/publishing.ts';
import { createReconciliation, type Reconciliation } from './services/reconciliation.ts';
import { createRecovery } from './services/recovery.ts';
import { createSerialQueue } from './services/serial-queue.ts';
import { createTokens } from './services/tokens.ts';
import { openDatabase } from './store/dialects.ts';
import { migrate } from './store/migrate.ts';
import type { Database } from './store/schema.ts';

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
  try {
    await migrate(db, config.database.dialect);
    await checkKeyring(db, keyring);
    return await serve(options, db, keyring);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function serve(options: AppOptions, db: Database, keyring: Keyring): Promise<App> {
  const { config, logger } = options;
  const ready = Promise.withResolvers<ReturnType<typeof compose>>();
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    // The application answers a missing Host itself, with the same JSON as every other error.
    requireHostHeader: false,
  });
  answerParserErrors(server);
  server.on('request', (request, response) => {
    ready.promise.then(
      (app) => app.answer(request, response),
      () => response.destroy(),
    );
  });
  const url = await listen(server, config);
  const baseUrl = config.baseUrl ?? url;
  const app = compose(options, db, keyring, baseUrl);
  await app.begin();
  ready.resolve(app);
  logger.info({ url: baseUrl }, 'listening');
  const close = () => stop(server, app, db);
  return { url: baseUrl, close, [Symbol.asyncDispose]: close };
}

async function stop(server: Server, app: ReturnType<typeof compose>, db: Database): Promise<void> {
  await Promise.all([app.end(), closeListener(server)]);
  await app.drain();
  await db.destroy();
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
  const queue = createSerialQueue();
  const credits = createCredits({ db, clock, plans });
  const tokens = createTokens({ db, clock, keyring, platforms });
  const connections = createConnections({ db, clock, logger, platforms, tokens });
  const secret = keyring.derive('dashboard sessions');
  const { signUp } = config;
  const accounts = createAccounts({ db, dialect, clock, credits, plans, secret, baseUrl, signUp, setupToken });
  const keys = createKeys({ db, clock });
  const profiles = createProfiles({ db, dialect, clock, connections });
  const oauthFlows = createOauthFlows({ db, clock, keyring, platforms, tokens, connections, baseUrl });
  const actions = createActions({ db, credits, connections, platforms, tokens, queue, upstreamTimeoutMs });
  const findPublished = createReconciliation({ db, logger, platforms, tokens });
  const delivery = createDelivery({
    db,
    clock,
    logger,
    credits,
    platforms,
    tokens,
    media,
    queue,
    findPublished,
    upstreamTimeoutMs,
  });
  const publishing = createPublishing({ db, clock, logger, credits, connections, delivery, publishTimeoutMs });
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
  return { services, delivery, media, findPublished };
}

/** The jobs that run beside the requests. */
function createJobs(
  { config, logger }: AppOptions,
  { db, clock, plans, credits, connections, publishing }: Services,
  delivery: Delivery,
  findPublished: Reconciliation,
) {
  const { latenessWindowMs } = config;
  const recover = createRecovery({ db, clock, logger, connections, delivery, findPublished });
  const scheduler = createScheduler({ db, clock, logger, plans, credits, connections, publishing, latenessWindowMs });
  const maintenance = createMaintenance({ db, clock, logger, credits, recover });
  return { recover, scheduler, maintenance };
}

function compose(options: AppOptions, db: Database, keyring: Keyring, baseUrl: string) {
  const { config, logger } = options;
  const { services, delivery, media, findPublished } = createServices(options, db, keyring, baseUrl);
  const { recover, scheduler, maintenance } = createJobs(options, services, delivery, findPublished);
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
    answer: koa.callback(),
    /** Takes over what a dead process left, where no other process can be alive, and starts the jobs. */
    async begin(): Promise<void> {
      if (config.database.dialect === 'sqlite') {
        await idempotency.releaseDeadLocks();
        recovering = recover(0).catch((error: unknown) => logger.error({ err: error }, 'recovery failed'));
      }
      scheduler.start();
      maintenance.start();
    },
    async end(): Promise<void> {
      isStopping = true;
      await Promise.all([scheduler.stop(), maintenance.stop()]);
    },
    async drain(): Promise<void> {
      await recovering;
      await delivery.drain();
      await media[Symbol.asyncDispose]();
    },
  };
}

function createHandlers(deps: {
  config: Config;
  services: Services;
  rateLimits: RateLimits;
  metrics: ReturnType<typeof createMetrics>;
  baseUrl: string;
  logger: Logger;
  isStopping: () => boolean;
}): Handlers {
  const { services, baseUrl, logger } = deps;
  return {
    ...postRoutes(services),
    ...microblogRoutes(services),
    ...profnetRoutes(services),
    ...workspaceRoutes(services),
    ...webhookRoutes(services),
    ...connectionRoutes({ ...services, cookies: createFlowCookies(baseUrl), baseUrl, logger }),
    ...accountRoutes({ ...services, rateLimits: deps.rateLimits }),
    ...serverRoutes({
      metrics: deps.metrics,
      metricsToken: deps.config.metricsToken,
      async checkReady() {
        if (deps.isStopping()) throw new AppError('unavailable', 'The server is stopping; ask another one');
        await services.db
          .selectFrom('server_meta')
          .select('name')
          .limit(1)
          .execute()
          .catch((cause: unknown) => {
            throw new AppError('unavailable', 'The database cannot be reached', { cause });
          });
      },
    }),
  };
}
