import { randomBytes } from 'node:crypto';

/** An account of the real server. */
export interface BlueskyAccount {
  readonly did: string;
  readonly handle: string;
  readonly password: string;
}

/** A post as the account's own server holds it. */
export interface BlueskyRecord {
  readonly uri: string;
  readonly cid: string;
  readonly value: {
    readonly text: string;
    readonly createdAt: string;
    readonly reply?: { readonly root: { readonly uri: string }; readonly parent: { readonly uri: string } };
    readonly [field: string]: unknown;
  };
}

/** A real Bluesky server with its directory of accounts. */
export interface BlueskyServer extends AsyncDisposable {
  /** Address that the server calls its own. */
  readonly url: string;
  readonly plcUrl: string;
  /** Address at which it listens: another one behind a proxy. */
  readonly listensAt: string;
  createAccount(name: string): Promise<BlueskyAccount>;
  /** Makes an app password, as a person does in the settings of the account. */
  createAppPassword(account: BlueskyAccount): Promise<string>;
  /** Reads every post of an account from its repository. */
  readPosts(did: string): Promise<BlueskyRecord[]>;
}

interface StartOptions {
  /** Origins on this machine that stand in for the public addresses of apps, by host name. */
  readonly clients?: Readonly<Record<string, string>>;
  /** Set when a test puts a proxy at `url`. */
  readonly isBehindProxy?: boolean;
}

interface Started {
  readonly url: string;
  readonly plcUrl: string;
  readonly listensAt: string;
  stop(): Promise<void>;
}

const PAGE = 100;

/** Starts a real Bluesky server on empty data. Only `pnpm test:full --only open` has fetched it. */
export async function startBlueskyServer(options: StartOptions = {}): Promise<BlueskyServer> {
  const script = new URL('../../../../scripts/needs/bluesky.mjs', import.meta.url).href;
  const { startBlueskyServer: start } = (await import(script)) as {
    startBlueskyServer(folder: string | undefined, options: StartOptions): Promise<Started>;
  };
  const server = await start(process.env['SOCIAL_TEST_BLUESKY_FOLDER'], options);
  const { url, plcUrl, listensAt } = server;

  async function call<Answer>(method: string, init: RequestInit = {}): Promise<Answer> {
    const answer = await fetch(`${listensAt}/xrpc/${method}`, init);
    if (!answer.ok) throw new Error(`${method} answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }
  const post = <Answer>(method: string, body: object, token?: string) =>
    call<Answer>(method, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });

  return {
    ...{ url, plcUrl, listensAt },
    async createAccount(name) {
      const handle = `${name}.test`;
      const password = randomBytes(12).toString('hex');
      const wanted = { handle, email: `${name}@example.com`, password };
      const { did } = await post<{ did: string }>('com.atproto.server.createAccount', wanted);
      return { did, handle, password };
    },
    async createAppPassword({ did, password }) {
      const credential = { identifier: did, password };
      const session = await post<{ accessJwt: string }>('com.atproto.server.createSession', credential);
      const named = { name: randomBytes(6).toString('hex') };
      const made = await post<{ password: string }>('com.atproto.server.createAppPassword', named, session.accessJwt);
      return made.password;
    },
    async readPosts(did) {
      const records: BlueskyRecord[] = [];
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const query = new URLSearchParams({ repo: did, collection: 'app.bsky.feed.post', limit: String(PAGE) });
        if (cursor !== undefined) query.set('cursor', cursor);
        const page = await call<{ records: BlueskyRecord[]; cursor?: string }>(`com.atproto.repo.listRecords?${query}`);
        records.push(...page.records);
        cursor = page.cursor;
      }
      return records;
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}
