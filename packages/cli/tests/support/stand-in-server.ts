import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { socialHere } from './in-process.ts';
import { checkedWith, READY } from './posts.ts';
import { type Finished, type ProgramOptions, type RunOptions, signedIn, social } from './social.ts';

interface SeenRequest {
  /** `METHOD /path`, without the query. */
  readonly call: string;
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: SeenRequest) => unknown;
/** Replies per `METHOD /path`, and for dry runs per `METHOD /path?dryRun=true`. A list is used in order; its last reply repeats. */
export type Replies = Readonly<Record<string, Reply | readonly Reply[]>>;

export interface StandInServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** The requests, without the ones that only read usage or profiles, or check a post. */
  calls(): string[];
  /** The requests for posts, without dry runs. */
  posts(): PostRequest[];
  dryRuns(): PostRequest[];
  /** Runs the built command in this process, signed in to this server. */
  social(args: readonly string[], options?: ProgramOptions): Promise<Finished>;
  /** Runs the built command as a program, signed in to this server. */
  program(args: readonly string[], options?: RunOptions): Promise<Finished>;
}

/** A request for a post. */
interface PostRequest {
  readonly key: string | undefined;
  readonly body: PostBody;
}

interface PostBody extends PostText {
  readonly platforms: string[];
  readonly profile?: string;
  readonly media?: object[];
  readonly overrides?: Readonly<Record<string, PostText>>;
  readonly dryRun?: boolean;
  readonly ifPast?: string;
  readonly slot?: string;
  readonly source?: string;
}

interface PostText {
  readonly text: string;
  readonly thread?: string[];
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

export function failure(
  status: number,
  code: string,
  text = `about ${code}`,
  headers: Record<string, string> = {},
): Reply {
  return json(status, { error: text, code, requestId: 'req-1' }, headers);
}

/** Takes the whole request, then cuts the connection. */
export const loseAnswer: Reply = (response) => {
  response.socket?.resetAndDestroy();
};

export const neverAnswer: Reply = () => {};

export function htmlPage(status: number): Reply {
  return (response) => response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>A page</h1>');
}

export const USAGE = {
  plan: { id: 'free', label: 'Free', price: 0 },
  credits: {
    balance: 499,
    held: 0,
    available: 499,
    monthlyAllowance: 500,
    used: 1,
    resetAt: '2026-12-20T14:00:00.000Z',
  },
  recentTransactions: [
    {
      amount: -1,
      action: 'post.published',
      metadata: { platforms: ['profnet'] },
      createdAt: '2026-11-20T14:02:12.310Z',
    },
  ],
};

export const PROFILES = {
  profiles: [
    {
      id: '0192f3c1-0000-7000-8000-000000000001',
      name: 'Default',
      slug: 'default',
      isDefault: true,
      createdAt: '2026-11-01T00:00:00.000Z',
    },
    {
      id: '0192f3c1-0000-7000-8000-000000000002',
      name: 'Acme Blog',
      slug: 'acme-blog',
      isDefault: false,
      createdAt: '2026-11-02T00:00:00.000Z',
    },
  ],
};

const DEFAULTS: Replies = {
  'GET /api/usage': json(200, USAGE),
  'GET /api/profiles': json(200, PROFILES),
  'GET /api/v1/posts': json(200, { posts: [], drafts: [], nextCursor: null }),
  'POST /api/v1/posts?dryRun=true': (response, request) => {
    const { platforms } = JSON.parse(request.body) as PostBody;
    json(200, checkedWith(Object.fromEntries(platforms.map((platform) => [platform, READY]))))(response, request);
  },
  'POST /api/v1/posts/check': (response, request) => checkEach(response, request),
};

/** The name under which the replies to a request stand. */
const nameOf = ({ call, query }: Pick<SeenRequest, 'call' | 'query'>) =>
  query === '?dryRun=true' ? `${call}${query}` : call;

const JSON_TYPE = { 'content-type': 'application/json' };

/** Answers a check of many posts as the server answers a dry run of each post and a look-up of each key. */
const checkEach: Reply = async (response, { body, headers }) => {
  const url = `http://${headers.host}/api/v1/posts`;
  const { posts = [], keys = [] } = JSON.parse(body) as { posts?: object[]; keys?: string[] };
  const asked: { status: number; body: Record<string, unknown> }[] = [];
  const ask = async (query: string, init: RequestInit) => {
    const answer = await fetch(`${url}?${query}`, { ...init, headers: { connection: 'close' } });
    asked.push({ status: answer.status, body: (await answer.json()) as Record<string, unknown> });
  };
  try {
    for (const post of posts) await ask('dryRun=true', { method: 'POST', body: JSON.stringify(post) });
    for (const key of keys) await ask(String(new URLSearchParams({ key })), {});
  } catch {
    return response.socket?.resetAndDestroy();
  }
  const broken = asked.find(({ status }) => status === 401 || status === 429 || status >= 500);
  if (broken) return response.writeHead(broken.status, JSON_TYPE).end(JSON.stringify(broken.body));
  const results = asked
    .slice(0, posts.length)
    .map(({ status, body: one }) =>
      status === 200 || status === 201 ? { state: 'checked', preview: one } : { state: 'refused', refusal: one },
    );
  const found = asked.slice(posts.length).flatMap(({ body: one }, index) => {
    const { posts: [post] = [], drafts: [draft] = [] } = one as { posts?: object[]; drafts?: object[] };
    return post || draft ? [{ key: keys[index], post, draft }] : [];
  });
  return response.writeHead(200, JSON_TYPE).end(JSON.stringify({ results, found }));
};

/** Starts a real HTTP server that answers in place of the API. */
export async function startStandIn(replies: Replies = {}): Promise<StandInServer> {
  const seen: SeenRequest[] = [];
  const counts = new Map<string, number>();
  const table = { ...DEFAULTS, ...replies };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const call = `${request.method} ${pathname}`;
    const one = { call, query: search, headers: request.headers, body };
    seen.push(one);
    const name = nameOf(one);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const known = table[name];
    const reply = Array.isArray(known) ? known[Math.min(count, known.length - 1)] : known;
    (reply ?? failure(404, 'not_found', `${call} is not part of this test`))(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  // A look-up of posts is of interest to a test that answers it.
  const isHidden = (name: string) =>
    Object.hasOwn(DEFAULTS, name) && !(/posts(\?|$)/.test(name) && Object.hasOwn(replies, name));
  const named = (name: string) => seen.filter((one) => nameOf(one) === name).map(readPost);
  return {
    url,
    seen,
    calls: () => seen.filter((one) => !isHidden(nameOf(one))).map(({ call }) => call),
    posts: () => named('POST /api/v1/posts'),
    dryRuns: () => named('POST /api/v1/posts?dryRun=true'),
    social: (args, { env, ...options } = {}) => socialHere(args, { env: { ...signedIn(url), ...env }, ...options }),
    program: (args, { env, ...options } = {}) => social(args, { env: { ...signedIn(url), ...env }, ...options }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readPost({ headers, body }: SeenRequest): PostRequest {
  return { key: headers['idempotency-key']?.toString(), body: JSON.parse(body) as PostBody };
}
