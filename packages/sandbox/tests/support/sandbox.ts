import { createHash, randomBytes } from 'node:crypto';
import { afterEach, test as base, expect } from 'vitest';
import { type Sandbox, type SandboxOptions, sandboxApp, startSandbox } from '../../src/index.ts';

export const redirectUri = 'http://127.0.0.1:9/callback';

export const basic = `Basic ${Buffer.from(`${sandboxApp.clientId}:${sandboxApp.clientSecret}`).toString('base64')}`;

/** The answer to a call. */
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

/** Starts a sandbox that approves automatically until it is reset, and is closed when the test ends. */
export async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  running.push(sandbox);
  await sandbox.settings({ autoApprove: true });
  return sandbox;
}

/** Gives each test that asks for `sandbox` one of its own. */
export const test = base.extend('sandbox', () => open());

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

/** Calls with an urlencoded form. */
export function sendForm(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return call(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
}

/** A multipart form; buffers are files of this name, and of this type unless it is empty. */
export function formOf(fields: Readonly<Record<string, string | Buffer>>, fileName = 'a.png', type = ''): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new Blob([new Uint8Array(value)], { type }), fileName);
  }
  return form;
}

/** An address with these parameters; those that are undefined are left out. */
export function addressOf(base: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** A proof key: verifier and its S256 challenge. */
export function proofKey(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Calls an authorize page that approves automatically, and returns the code. */
export async function fetchCode(url: string): Promise<string> {
  return codeIn(await call(url));
}

/** Returns the code of a redirect. */
export function codeIn({ headers }: Answer): string {
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
}

/** Returns the token endpoint's body, and the headers for further calls. */
export function sessionOf({ body }: Answer) {
  const accessToken = textAt(body, 'access_token');
  return { accessToken, tokens: body, headers: { authorization: `Bearer ${accessToken}` } };
}

/** Waits for work to fail with an error of this class, and returns the error. */
export async function failureOf<E extends Error>(
  type: abstract new (...args: never[]) => E,
  work: Promise<unknown>,
): Promise<E> {
  const error = await work.then(
    () => expect.fail('expected a failure'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof type)) throw error;
  return error;
}
