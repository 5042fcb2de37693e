import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { on, onFault } from '@social/platforms/guarded';
import { type Composition, compose } from './composition/compose.ts';
import type { AppOptions } from './composition/options.ts';
import type { Config } from './config/config.ts';
import { loadKeyring } from './config/key-file.ts';
import { checkKeyring } from './config/keyring-check.ts';
import { ConfigError } from './errors.ts';
import { limitBodies } from './http/listener/body-limit.ts';
import { limitConnections } from './http/listener/connections.ts';
import { KEEP_ALIVE_MS, keepProxyConnections } from './http/listener/keep-alive.ts';
import { createClosing, listen } from './http/listener/listener.ts';
import { answerParserErrors } from './http/listener/parser-errors.ts';
import type { Logger } from './log/logger.ts';
import type { Keyring } from './secrets.ts';
import { claimMediaStorage } from './services/media-storage.ts';
import { refuseCopiedBackup } from './services/restoration.ts';
import { hasWorkspaces } from './store/accounts/workspaces.ts';
import { asConfigError, prepareDatabase } from './store/database/migrate.ts';
import { openDatabase } from './store/database/open.ts';
import { describeHolder } from './store/files/holder.ts';
import { type ServedLock, takeServedLock } from './store/files/served-lock.ts';
import type { Database } from './store/schema.ts';
import { noteSandbox, noteVersion } from './store/server-meta.ts';
import { VERSION } from './version.ts';

const DRAIN_MS = 30_000;
const LEAVE_MS = 2_000;

/** A running server. Closing it drains the work under way and frees everything. */
export interface App extends AsyncDisposable {
  /** Public address. */
  readonly url: string;
  /** Address of the listener, which differs for each of several servers behind one public address. */
  readonly address: string;
  /** Resolves when the database no longer lists this server: it sends nothing more, and has to be closed. */
  readonly lost: Promise<void>;
  /** Returns true while nobody has an account. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
}

interface LockedOptions extends AppOptions {
  /** Lock on the SQLite file, to be released after `close`; null on Postgres, where several processes may serve. */
  readonly lock: ServedLock | null;
}

/** Starts a server that takes the lock on a SQLite file itself. @throws ConfigError when a setting is wrong, or the file is served */
export async function startApp(options: AppOptions): Promise<App> {
  const lock = await takeLock(options.config).catch((error: unknown) => {
    throw asConfigError(error, options.config.database);
  });
  try {
    const app = await startLockedApp({ ...options, lock });
    const close = async () => {
      await app.close();
      lock?.release();
    };
    return { ...app, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function takeLock({ database }: Config): Promise<ServedLock | null> {
  if (database.dialect === 'postgres') return null;
  const { lock, holder } = await takeServedLock(database.path, 'server', { patienceMs: 1_000 });
  if (lock === null)
    throw new ConfigError('SOCIAL_DATA_DIR', `${describeHolder(holder, database.path)}; stop it first`);
  return lock;
}

/** Opens the database, migrates it, and serves. @throws ConfigError when a setting is wrong */
export async function startLockedApp(options: LockedOptions): Promise<App> {
  const { config } = options;
  const keyring = loadKeyring(config);
  const db = openDatabase(config.database);
  try {
    await prepareDatabase(db, config.database);
    await checkKeyring(db, keyring);
    await refuseCopiedBackup(db);
    await claimMediaStorage(db, config.mediaStore, options.logger);
    return await serve(options, db, keyring);
  } catch (error) {
    await db.destroy();
    throw asConfigError(error, config.database);
  }
}

async function serve(options: LockedOptions, db: Database, keyring: Keyring): Promise<App> {
  const { config, logger, lock } = options;
  const ready = Promise.withResolvers<Composition>();
  let answer: Composition['answer'] | null = null;
  // A start that fails without a waiting request must not count as an unhandled rejection.
  ready.promise.catch(() => undefined);
  const forgetFaults = onFault(({ error, event }) => {
    logger.error({ err: error, event }, 'an unexpected error ended a connection; please report it');
  });
  const server = createHttpServer(config, logger);
  const closeListener = createClosing(server);
  on(server, 'request', (request: IncomingMessage, response: ServerResponse) => {
    if (answer !== null) return answer(request, response);
    return ready.promise.then(
      (app) => app.answer(request, response),
      () => response.destroy(),
    );
  });
  const url = await listen(server, config);
  let app: Composition | undefined;
  try {
    app = compose(options, db, keyring, config.baseUrl ?? url);
    await app.begin();
    // Only now: a start that fails must not change what the running server has noted.
    await noteSandbox(db, Boolean(options.sandbox));
    await noteVersion(db, VERSION);
    lock?.announce(app.baseUrl);
    ready.resolve(app);
    answer = app.answer;
    logger.info({ url: app.baseUrl }, 'listening');
    const running = { app, db, server, closeListener, isAlone: lock !== null };
    const close = () => stop(running, logger).finally(forgetFaults);
    const isEmpty = async () => !(await hasWorkspaces(db));
    return { url: app.baseUrl, address: url, lost: app.lost, isEmpty, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    // Clients that have connected already must not keep the process running.
    ready.reject(error);
    server.close();
    server.closeAllConnections();
    // The jobs run already when the last step of the start fails.
    if (app) await within(DRAIN_MS, app.end().then(app.leave)).catch(() => undefined);
    forgetFaults();
    throw error;
  }
}

function createHttpServer({ trustedProxies, maxClientConnections: perClient }: Config, logger: Logger): Server {
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
  answerParserErrors(server);
  limitConnections(server, { perClient, trustedProxies }, (client) =>
    logger.warn(
      { client },
      `a client has more than ${perClient} connections, and further ones are refused: if it is your proxy, name it in SOCIAL_TRUST_PROXY`,
    ),
  );
  limitBodies(server);
  keepProxyConnections(server, trustedProxies);
  return server;
}

interface Running {
  readonly app: Composition;
  readonly db: Database;
  readonly server: Server;
  readonly closeListener: (work: Promise<unknown>) => Promise<void>;
  /** Set when the next server may start as soon as this one has released its lock. */
  readonly isAlone: boolean;
}

/** Drains the work under way, but not longer than a supervisor waits before it kills. */
async function stop({ app, db, server, closeListener, isAlone }: Running, logger: Logger): Promise<void> {
  const ended = closeListener(app.end()).then(app.leave);
  if (!(await within(DRAIN_MS, ended))) {
    logger.warn('stopped before everything had ended; the next start takes it over');
    // The lock is freed next, and the server that takes it must find that nothing more is sent here.
    if (isAlone) await within(LEAVE_MS, app.leave());
  }
  server.close();
  server.closeAllConnections();
  await db.destroy();
}

/** Waits for work, but not for longer than given. @returns false when it has not ended */
function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), delay(milliseconds, false, { ref: false })]);
}
