import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenRequest {
  /** `METHOD /path`, without the query. */
  readonly call: string;
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: SeenRequest) => void;
/** Replies per `METHOD /path`; a list is used up in turn, its last one repeats. */
export type Replies = Readonly<Record<string, Reply | readonly Reply[]>>;

export interface StandInServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** What was asked for, without the calls that only read usage or profiles. */
  calls(): string[];
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

export const htmlPage: Reply = (response) => {
  response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
};

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

/** No post has the key that is looked for. */
export const NO_POSTS: Replies = { 'GET /api/v1/posts': json(200, { posts: [], nextCursor: null }) };

const DEFAULTS: Replies = {
  'GET /api/usage': json(200, USAGE),
  'GET /api/profiles': json(200, PROFILES),
};

/** A real HTTP server that gives the answers a test needs in place of the API. */
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
    const count = counts.get(call) ?? 0;
    counts.set(call, count + 1);
    const known = table[call];
    const reply = Array.isArray(known) ? known[Math.min(count, known.length - 1)] : known;
    (reply ?? failure(404, 'not_found', `${call} is not part of this test`))(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    calls: () => seen.map((one) => one.call).filter((call) => !Object.hasOwn(DEFAULTS, call)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const POST_ID = '0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69';

export const PUBLISHED = {
  ok: true,
  platformPostId: 'urn:li:share:7141138937766391808',
  state: 'published',
  credits: 1,
  url: 'https://www.linkedin.com/feed/update/urn:li:share:7141138937766391808/',
  account: 'Ada Example',
};

export function failed(code: string, rest: object = {}) {
  return {
    ok: false,
    state: 'failed',
    code,
    error: `about ${code}`,
    retryable: false,
    credits: 0,
    account: '@ada',
    ...rest,
  };
}

function outcomeOf(
  post: { id: string | null; status: string; credits: number; available?: number },
  results: readonly { ok?: boolean; state?: string }[],
): string {
  const { id, status, credits, available = credits } = post;
  if (id === null) {
    const isPaid = status === 'scheduled' || credits <= available;
    return isPaid && results.every(({ state }) => state === 'ready') ? 'ready' : 'problem';
  }
  if (status !== 'published') return status === 'publishing' ? 'pending' : status;
  if (results.some(({ state }) => state === 'unknown')) return 'unknown';
  if (results.some(({ state }) => state === 'sending' || state === 'pending')) return 'pending';
  if (results.every(({ ok }) => ok)) return 'published';
  return results.some(({ ok }) => ok) ? 'partial' : 'failed';
}

/** A post as the API answers it. */
export function postWith(platformResults: Record<string, object>, rest: object = {}) {
  const results = Object.values(platformResults) as { ok?: boolean; state?: string; credits?: number }[];
  const post = {
    id: POST_ID,
    text: 'v1.4.0 is out',
    platforms: Object.keys(platformResults),
    status: 'published',
    createdAt: '2026-11-20T14:02:11.204Z',
    updatedAt: '2026-11-20T14:02:12.310Z',
    profile: 'default',
    credits: results.reduce((sum, { credits = 0 }) => sum + credits, 0),
    platformResults,
    ...rest,
  };
  return { outcome: outcomeOf(post, results), ...post };
}
