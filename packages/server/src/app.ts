import { createServer, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type AppOptions, type Composition, compose } from './composition.ts';
import type { Config } from './config/config.ts';
import { checkKeyring, loadKeyring } from './config/key-file.ts';
import { ConfigError } from './errors.ts';
import { limitBodies } from './http/body-limit.ts';
import { KEEP_ALIVE_MS, keepProxyConnections } from './http/keep-alive.ts';
import { answerParserErrors } from './http/parser-errors.ts';
import { createClosing, listen } from './listener.ts';
import type { Logger } from './logger.ts';
import type { Keyring } from './secrets.ts';
import { refuseCopiedBackup } from './services/delivery/restoration.ts';
import { makeDatabaseFile, openDatabase } from './store/dialects.ts';
import { identifyFile, markAsServed, type ServedMark } from './store/files/sole-process.ts';
import { asConfigError, prepareDatabase } from './store/migrate.ts';
import type { Database } from './store/schema.ts';
import { noteSandbox } from './store/server-meta.ts';

const DRAIN_MS = 30_000;
const MAX_CONNECTIONS = 10_000;

/** A server that answers. Closing it drains what is on its way and frees everything. */
export interface App extends AsyncDisposable {
  readonly url: string;
  /** Where it listens: of its own, also where several servers share a public address. */
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
    // A file that only the opening makes could be replaced before anybody knows which one it was.
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
  /** Null on Postgres, where several processes may serve. */
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

/** A restore that came to its end while this process waited for its turn: what was opened is the old database. */
function refuseReplaced(found: string | null, config: Config): void {
  if (found === findFile(config)) return;
  throw new ConfigError('SOCIAL_DATA_DIR', 'the database was replaced while the server started; start it again');
}

async function serve(options: AppOptions, store: Store, keyring: Keyring): Promise<App> {
  const { config, logger } = options;
  const ready = Promise.withResolvers<Composition>();
  // Nobody may be waiting when the start fails.
  ready.promise.catch(() => undefined);
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 15_000,
    // Bodies have a limit of their own, which uploads do not have.
    requestTimeout: 0,
    // The application answers a missing Host itself, with the same JSON as every other error.
    requireHostHeader: false,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.maxConnections = MAX_CONNECTIONS;
  const closeListener = createClosing(server);
  answerParserErrors(server);
  limitBodies(server);
  keepProxyConnections(server, config.trustedProxies);
  server.on('request', (request, response) => {
    ready.promise.then(
      (app) => app.answer(request, response),
      () => response.destroy(),
    );
  });
  const url = await listen(server, config);
  try {
    const app = compose(options, store.db, keyring, config.baseUrl ?? url);
    await app.begin(store.mark?.isAlone ?? false);
    // A start that fails must not speak for the server that runs.
    await noteSandbox(store.db, Boolean(options.sandbox));
    store.mark?.begun();
    if (store.mark?.isAlone === false)
      logger.warn('another process serves this database already; use Postgres for several');
    ready.resolve(app);
    logger.info({ url: app.baseUrl }, 'listening');
    const close = () => stop({ server, closeListener }, app, store, logger);
    return { url: app.baseUrl, address: url, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    // Whoever has connected already must not keep a server alive that never came to be.
    ready.reject(error);
    server.close();
    server.closeAllConnections();
    throw error;
  }
}

interface Listener {
  readonly server: Server;
  readonly closeListener: () => Promise<void>;
}

/** Lets what is on its way end, but not longer than a supervisor waits before it kills. */
async function stop(
  { server, closeListener }: Listener,
  app: Composition,
  store: Store,
  logger: Logger,
): Promise<void> {
  const ended = Promise.all([app.end(), closeListener()]).then(() => true);
  const late = delay(DRAIN_MS, false, { ref: false });
  if (!(await Promise.race([ended, late])))
    logger.warn('stopped before everything had ended; the next start takes it over');
  server.closeAllConnections();
  await store.close();
}
