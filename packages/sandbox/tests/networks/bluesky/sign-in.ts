import { type Sandbox, sandboxSeed } from '../../../src/index.ts';
import { type Answer, call, send, textAt } from '../../support/sandbox.ts';

const { accounts, appPassword } = sandboxSeed.bluesky;

export const owner = accounts.sandbox_owner;
export const friend = accounts.sandbox_friend;
export const postCollection = 'app.bsky.feed.post';
/** A time that makes records, and with them their ids, the same in every run. */
export const createdAt = '2026-11-24T10:00:00.000Z';

/** Calls a method that changes something. */
export function run(sandbox: Sandbox, id: string, body?: unknown, token?: string): Promise<Answer> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const url = `${sandbox.networks.bluesky}/xrpc/${id}`;
  return body === undefined ? call(url, { method: 'POST', headers }) : send(url, 'POST', body, headers);
}

/** Calls a method that reads. */
export function ask(sandbox: Sandbox, id: string, query: Record<string, string> = {}, token?: string): Promise<Answer> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return call(`${sandbox.networks.bluesky}/xrpc/${id}?${new URLSearchParams(query)}`, { headers });
}

/** Begins a session with a password, an app password by default. */
export async function beginSession(sandbox: Sandbox, password: string = appPassword, identifier: string = owner) {
  const { body } = await run(sandbox, 'com.atproto.server.createSession', { identifier, password });
  return { access: textAt(body, 'accessJwt'), refresh: textAt(body, 'refreshJwt') };
}

/** Signs in with the app password, and returns functions that write posts. */
export async function signInToBluesky(sandbox: Sandbox) {
  const { access, refresh } = await beginSession(sandbox);
  const write = (id: string, body: object) =>
    run(sandbox, `com.atproto.repo.${id}`, { repo: owner, collection: postCollection, ...body }, access);
  return {
    ...{ access, refresh, write },
    post: (record: object, more: object = {}) => write('createRecord', { record: { createdAt, ...record }, ...more }),
    put: (rkey: string, record: object, more: object = {}) =>
      write('putRecord', { rkey, record: { createdAt, ...record }, ...more }),
    read: (rkey: string) =>
      ask(sandbox, 'com.atproto.repo.getRecord', { repo: owner, collection: postCollection, rkey }),
  };
}

/** Error and status of a refusal. */
export function refusalOf({ status, body }: Answer): readonly unknown[] {
  const { error, message } = body as { readonly error?: string; readonly message?: string };
  return [status, error, message];
}
