import { createServer, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type AppOptions, type Composition, compose } from './composition.ts';
import type { Config } from './config/config.ts';
import { loadKeyring } from './config/key-file.ts';
import { checkKeyring } from './config/keyring-check.ts';
import { ConfigError } from './errors.ts';
import { limitBodies } from './http/listener/body-limit.ts';
import { KEEP_ALIVE_MS, keepProxyConnections } from './http/listener/keep-alive.ts';
import { createClosing, listen } from './http/listener/listener.ts';
import { answerParserErrors } from './http/listener/parser-errors.ts';
import type { Logger } from './logger.ts';
import type { Keyring } from './secrets.ts';
import { refuseCopiedBackup } from './services/delivery/restoration.ts';
import { asConfigError, prepareDatabase } from './store/database/migrate.ts';
import { makeDatabaseFile, openDatabase } from './store/database/open.ts';
import { identifyFile, markAsServed, type ServedMark } from './store/files/sole-process.ts';
import type { Database } from './store/schema.ts';
import { noteSandbox } from './store/server-meta.ts';

const DRAIN_MS = 30_000;
const MAX_CONNECTIONS = 10_000;

/** A running server. Closing it drains the work under way and frees everything. */
export interface App extends AsyncDisposable {
  /** Public address. */
  readonly url: string;
  /** Address of the listener, which differs for each of several servers behind one public address. */
  readonly address: string;
  close(): Promise<void>;
}

/** Opens the database, migrates it, and serves. @throws ConfigError when a setting is wrong */
export async function startApp(options: AppOptions): Promise<App> {
  const { config } = options;
  const keyring = loadKeyring(config);
  const db = openDatabase(config.database);
  let store: Store = { db, mark: null, close: () => db.destroy() };
  try {
    // The file has to exist before it is identified, or a restore could replace it unnoticed.
    if (config.database.dialect === 'sqlite') makeDatabaseFile(config.database.path);
    const found = findFile(config);
    await prepareDatabase(db, config.database);
    store = await markStore(db, config);
    refuseReplaced(found, config);
    await checkKeyring(db, keyring);
    await refuseCopiedBackup(db);
    return await serve(options, store, keyring);
  } catch (error) {
    await store.close();
    throw asConfigError(error, config.database);
  }
}

interface Store {
  readonly db: Database;
  /** Lock on the SQLite file; null on Postgres, where several processes may serve. */
  readonly mark: ServedMark | null;
  close(): Promise<void>;
}

async function markStore(db: Database, { database }: Config): Promise<Store> {
  const mark = database.dialect === 'sqlite' ? await markAsServed(database.path) : null;
  const close = async () => {
    await db.destroy();
    mark?.release();
  };
  return { db, mark, close };
}

function findFile({ database }: Config): string | null {
  return database.dialect === 'sqlite' ? identifyFile(database.path) : null;
}

/** Refuses to serve from a file that a restore has replaced while this process waited for its lock. */
function refuseReplaced(found: string | null, config: Config): void {
  if (found === findFile(config)) return;
  throw new ConfigError('SOCIAL_DATA_DIR', 'the database was replaced while the server started; start it again');
}

async function serve(options: AppOptions, store: Store, keyring: Keyring): Promise<App> {
  const { config, logger } = options;
  const ready = Promise.withResolvers<Composition>();
  let answer: Composition['answer'] | null = null;
  // A start that fails without a waiting request must not count as an unhandled rejection.
  ready.promise.catch(() => undefined);
  const server = createHttpServer(config);
  const closeListener = createClosing(server);
  server.on('request', (request, response) => {
    if (answer !== null) return void answer(request, response);
    ready.promise.then(
      (app) => app.answer(request, response),
      () => response.destroy(),
    );
  });
  const url = await listen(server, config);
  try {
    const app = compose(options, store.db, keyring, config.baseUrl ?? url);
    await app.begin(store.mark?.isAlone ?? false);
    // Only now: a start that fails must not change what the running server has noted.
    await noteSandbox(store.db, Boolean(options.sandbox));
    store.mark?.begun();
    if (store.mark?.isAlone === false)
      logger.warn('another process serves this database already; use Postgres for several');
    ready.resolve(app);
    answer = app.answer;
    logger.info({ url: app.baseUrl }, 'listening');
    const close = () => stop({ server, closeListener }, app, store, logger);
    return { url: app.baseUrl, address: url, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    // Clients that have connected already must not keep the process running.
    ready.reject(error);
    server.close();
    server.closeAllConnections();
    throw error;
  }
}

function createHttpServer({ trustedProxies }: Config): Server {
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 15_000,
    // `limitBodies` limits the time of bodies, except for uploads.
    requestTimeout: 0,
    // The application answers a missing Host itself, with the same JSON as every other error.
    requireHostHeader: false,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.maxConnections = MAX_CONNECTIONS;
  answerParserErrors(server);
  limitBodies(server);
  keepProxyConnections(server, trustedProxies);
  return server;
}

interface Listener {
  readonly server: Server;
  readonly closeListener: (work: Promise<unknown>) => Promise<void>;
}

/** Drains the work under way, but not longer than a supervisor waits before it kills. */
async function stop(
  { server, closeListener }: Listener,
  app: Composition,
  store: Store,
  logger: Logger,
): Promise<void> {
  const ended = closeListener(app.end()).then(() => true);
  const late = delay(DRAIN_MS, false, { ref: false });
  if (!(await Promise.race([ended, late])))
    logger.warn('stopped before everything had ended; the next start takes it over');
  server.close();
  server.closeAllConnections();
  await store.close();
}
