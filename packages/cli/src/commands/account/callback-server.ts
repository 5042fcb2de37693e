import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The browser's request, which waits for a page. */
export interface Callback {
  /** Code to exchange for a key; null when the sign-in was denied. */
  readonly code: string | null;
  /** Shows a page to the person. Resolves when it is sent. */
  answer(title: string, text: string): Promise<void>;
}

/** Listens on this machine only, until it is disposed. */
export interface CallbackServer extends AsyncDisposable {
  readonly port: number;
  /** The first request with the right state; never rejects. */
  readonly callback: Promise<Callback>;
}

/**
 * Waits on a free port of 127.0.0.1 for the browser to return. Refuses requests without the state, and keeps waiting.
 * @see RFC 8252 section 7.3, RFC 6749 section 10.12
 */
export async function listenForCallback(state: string): Promise<CallbackServer> {
  const arrived = Promise.withResolvers<Callback>();
  let isTaken = false;
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', 'http://127.0.0.1');
    if (request.method !== 'GET' || url?.pathname !== '/callback') {
      return void show(response, 404, 'Nothing here', 'The command that listens here only waits for your approval.');
    }
    const given = url.searchParams.getAll('state');
    const code = url.searchParams.get('code');
    const isDenied = url.searchParams.has('error');
    if (isTaken || given.length !== 1 || given[0] !== state || (!code && !isDenied)) {
      const text =
        'The command is not waiting for this link. Nothing was done; open the address that the command shows.';
      return void show(response, 400, 'This link does not belong here', text);
    }
    isTaken = true;
    arrived.resolve({
      code: isDenied ? null : code,
      answer: (title, text) => show(response, 200, title, text),
    });
  });
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    callback: arrived.promise,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sends a page. The texts are the command's own, so nothing is escaped. */
function show(response: ServerResponse, status: number, title: string, text: string): Promise<void> {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · social</title>
<style>body { font: 16px/1.55 system-ui, sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem }</style>
<main><h1>${title}</h1><p>${text}</p></main>
</html>
`;
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    connection: 'close',
  });
  return new Promise((resolve) => response.on('close', resolve).end(page, resolve));
}
