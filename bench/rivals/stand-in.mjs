import { once } from 'node:events';
import { createServer } from 'node:http';

const POST = {
  id: '0192f3c1-7c1e-7000-8000-000000000001',
  text: 'hello',
  platforms: ['profnet'],
  status: 'published',
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  profile: 'default',
  credits: 1,
  available: 499,
  platformResults: {
    profnet: { ok: true, state: 'published', credits: 1, platformPostId: '1', url: 'http://localhost/1' },
  },
};
const CODES = { 400: 'invalid_request', 401: 'unauthorized', 429: 'rate_limited', 500: 'internal_error' };

/** Returns an address on which no program listens. */
export async function closedAddress() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/**
 * Starts a server in place of the tools' own servers. `willAnswer` sets the answer to a publish: `ok`, a status, or `lost`, which
 * reads the whole request and cuts the connection. Other requests succeed. `seen` holds the requests that publish.
 */
export async function startStandIn(isPost) {
  const seen = [];
  let answer = 'ok';
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      if (!isPost(request)) return reply(response, 200, readingOf(request.url));
      seen.push({ headers: request.headers, body });
      if (answer === 'lost') return request.socket.resetAndDestroy();
      if (answer === 'ok') return reply(response, 201, { ...POST, _id: POST.id, post: { _id: POST.id, ...POST } });
      const error = `the stand-in says ${answer}`;
      reply(response, answer, { error, message: error, code: CODES[answer], requestId: 'req-1' });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    seen,
    willAnswer(next) {
      answer = next;
      seen.length = 0;
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

function reply(response, status, body) {
  const more = status === 429 ? { 'retry-after': '1' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
}

function readingOf(url) {
  if (url.includes('/accounts')) return { accounts: [{ _id: 'account-1', platform: 'linkedin', isActive: true }] };
  if (url.includes('/posts/')) return POST;
  return {};
}
