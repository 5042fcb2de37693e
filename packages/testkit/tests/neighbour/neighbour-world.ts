import { randomBytes } from 'node:crypto';
import { grantCredits } from '@social/server';
import {
  Browserless,
  openWorkspace,
  PASSWORD,
  startFileServer,
  startWebhookReceiver,
  type Workspace,
} from '@social/testkit';
import { createServersDatabase, queryDatabase } from '../../src/databases/databases.ts';
import {
  commandContext,
  makeWorkspace,
  type ServerProcess,
  startServer,
  temporaryDirectory,
} from '../../src/programs/server-process.ts';
import { freePort } from '../../src/servers/local-server.ts';
import { multiplyPossessions, type Possessions, possess } from './hostile-workspace.ts';

/** A database with a workspace at its limits and its neighbour, and servers that start on it. */
export interface NeighbourWorld extends AsyncDisposable {
  readonly possessions: Possessions;
  /** Address of a page of 512 kB for link cards. */
  readonly pageUrl: string;
  start(rateLimit: string): Promise<{ server: ServerProcess; neighbour: Workspace }>;
}

const CREDITS = '1000000';

/** Makes it on the kind of database that the test run is about. */
export async function createNeighbourWorld(): Promise<NeighbourWorld> {
  await using stack = new AsyncDisposableStack();
  const directory = stack.use(temporaryDirectory());
  const database = await createServersDatabase();
  stack.defer(() => database.drop());
  const receiver = stack.use(await startWebhookReceiver());
  const files = stack.use(await startFileServer());
  const pageUrl = files.serve('/page', { body: nestedPage(), headers: { 'content-type': 'text/html' } });
  const env = {
    SOCIAL_DATA_DIR: directory.path,
    SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64'),
    // Addresses of files name it.
    SOCIAL_PORT: String(await freePort()),
    SOCIAL_LOG_LEVEL: 'warn',
    SOCIAL_TRUST_PROXY: '127.0.0.1',
    SOCIAL_SIGN_UP: 'open',
    ...(database.url === undefined ? {} : { SOCIAL_DATABASE_URL: database.url }),
  };
  const start = (rateLimit: string) =>
    startServer({ ...env, SOCIAL_RATE_LIMIT: rateLimit }, ['--sandbox'], {
      hashesQuickly: true,
    });
  const place = { url: database.url, dataDir: directory.path };
  const ids = [];
  for (const name of ['hostile', 'neighbour']) {
    const made = await makeWorkspace(env, `${name}@example.org`);
    await grantCredits({ email: made.email, grant: CREDITS }, commandContext(env));
    ids.push(made);
  }
  const [hostileIds, neighbourIds] = ids as [(typeof ids)[0], (typeof ids)[0]];
  const possessions = await (async () => {
    await using server = await start('off');
    await server.sandbox.settings({ autoApprove: true });
    const hostile = openWorkspace(server.url, hostileIds);
    const had = await possess(hostile, () => signIn(server.url, hostileIds.email), receiver.url);
    await server.sandbox.addAccount({ network: 'linkedin', username: 'neighbour', name: 'Neighbour' });
    await server.sandbox.settings({ authorizeAs: 'neighbour' });
    await openWorkspace(server.url, neighbourIds).connect('profnet');
    await server.stop();
    return had;
  })();
  await multiplyPossessions(place, possessions);
  if (database.url !== undefined) await queryDatabase(place, 'analyze');
  const kept = stack.move();
  return {
    possessions,
    pageUrl,
    async start(rateLimit) {
      const server = await start(rateLimit);
      return { server, neighbour: openWorkspace(server.url, neighbourIds) };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Signs in. @returns the cookies of the session */
async function signIn(url: string, email: string): Promise<string> {
  const browser = new Browserless(url);
  await browser.signIn(email, PASSWORD);
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** A page as long as the server reads of one, whose elements lie in each other. */
function nestedPage(): string {
  return `<html><head><title>Nested</title></head><body>${'<div>'.repeat((512 * 1024) / 5)}`;
}
