import { createHash, randomBytes } from 'node:crypto';
import { afterEach } from 'vitest';
import { type Sandbox, type SandboxOptions, sandboxApp, startSandbox } from '../src/index.ts';

export const redirectUri = 'http://127.0.0.1:9/callback';

export const allXScopes =
  'tweet.read tweet.write tweet.moderate.write users.read follows.write like.write bookmark.write dm.write media.write offline.access';

export const basic = `Basic ${Buffer.from(`${sandboxApp.clientId}:${sandboxApp.clientSecret}`).toString('base64')}`;

/** What a call came back with. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The decoded JSON, if the answer was JSON. */
  readonly body: unknown;
}

const running: Sandbox[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
});

/** Starts a sandbox that approves by itself and is closed when the test ends. */
export async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  running.push(sandbox);
  await control(sandbox, 'PUT', '/settings', { autoApprove: true });
  return sandbox;
}

/** Reads a text deep inside a decoded body, such as `textAt(body, 'data', 'id')`; fails when it is not there. */
export function textAt(body: unknown, ...path: readonly (string | number)[]): string {
  const value = path.reduce<unknown>(
    (each, key) => (each as Record<string | number, unknown> | undefined)?.[key],
    body,
  );
  if (typeof value !== 'string') throw new TypeError(`no text at ${path.join('.')} of ${JSON.stringify(body)}`);
  return value;
}

/** Calls any address and reads the whole answer. */
export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Calls with a JSON body. */
export function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Calls the control surface. */
export function control(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<Answer> {
  return send(`${sandbox.url}/_sandbox${path}`, method, body);
}

/** The address of an authorize page, any parameter of which can be changed or, with undefined, left out. */
export function authorizeUrl(
  sandbox: Sandbox,
  network: 'x' | 'linkedin',
  changes: Record<string, string | undefined> = {},
): string {
  const path = network === 'x' ? '/x/i/oauth2/authorize' : '/linkedin/oauth/v2/authorization';
  const parameters: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: sandboxApp.clientId,
    redirect_uri: redirectUri,
    scope: network === 'x' ? allXScopes : 'openid profile email w_member_social',
    state: 'state-1',
    ...changes,
  };
  const url = new URL(sandbox.url + path);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** A proof key: verifier and its S256 challenge. */
export function proofKey(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Follows an authorize page that approves by itself, to the code. */
export async function fetchCode(url: string): Promise<string> {
  const { headers } = await call(url);
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
}

/** Exchanges a code at the token endpoint of X. */
export function exchangeX(sandbox: Sandbox, fields: Record<string, string>, authorization = basic): Promise<Answer> {
  return call(`${sandbox.url}/x/2/oauth2/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: redirectUri, ...fields }),
  });
}

/** Signs in to X; answers the token endpoint's body and the headers for further calls. */
export async function signInToX(sandbox: Sandbox, scope = allXScopes) {
  const { verifier, challenge } = proofKey();
  const url = authorizeUrl(sandbox, 'x', { scope, code_challenge: challenge, code_challenge_method: 'S256' });
  const { body } = await exchangeX(sandbox, { code: await fetchCode(url), code_verifier: verifier });
  const accessToken = textAt(body, 'access_token');
  return { accessToken, tokens: body, headers: { authorization: `Bearer ${accessToken}` } };
}

/** Exchanges a code at the token endpoint of LinkedIn. */
export function exchangeLinkedin(sandbox: Sandbox, fields: Record<string, string>): Promise<Answer> {
  return call(`${sandbox.url}/linkedin/oauth/v2/accessToken`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      client_id: sandboxApp.clientId,
      client_secret: sandboxApp.clientSecret,
      ...fields,
    }),
  });
}

/** Signs in to LinkedIn; answers the token endpoint's body and the headers for versioned calls. */
export async function signInToLinkedin(sandbox: Sandbox, scope = 'openid profile email w_member_social') {
  const code = await fetchCode(authorizeUrl(sandbox, 'linkedin', { scope }));
  const { body } = await exchangeLinkedin(sandbox, { code });
  const accessToken = textAt(body, 'access_token');
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'linkedin-version': '202609',
    'x-restli-protocol-version': '2.0.0',
  };
  return { accessToken, tokens: body, headers };
}

/** The smallest real picture: a GIF of one pixel. */
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A real PNG of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
