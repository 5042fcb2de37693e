import { sandboxSeed, startSandbox } from '@social/sandbox';
import { expect } from 'vitest';
import { type BlueskyAccount, startBlueskyServer } from '../../../src/servers/bluesky-server.ts';
import type { FileServer } from '../../../src/servers/file-server.ts';
import { useResource } from '../../../src/stack/use-stack.ts';
import { consentTo } from '../consent.ts';
import { type Answer, send, textAt } from './exchange.ts';
import { type Summary, summarise } from './summary.ts';

const PROGRAMS_HOST = 'social-test.app';

/** An account with a session that began with an app password. */
export interface Member extends BlueskyAccount {
  readonly appPassword: string;
  readonly access: string;
  readonly refresh: string;
  /** Token of a session that began with the account's own password. */
  readonly ownAccess: string;
}

/** One of the two servers, with two accounts, of which one is signed in. */
export interface Peer {
  /** Origin of the server. */
  readonly url: string;
  /** Base of the directory of accounts. */
  readonly plcUrl: string;
  readonly ada: Member;
  readonly eve: BlueskyAccount;
  /** Name below the server's own domain that no account has. */
  readonly nobody: string;
  /** Origin of the documents that programs publish: a public address that leads to this machine, where the server takes no other. */
  readonly programs: string;
  /** Approves a sign-in as a person does. Returns the address to which the browser is sent then. */
  approve(page: URL, account: BlueskyAccount): Promise<URL>;
}

/** The same requests to either server. */
export type Scenario = (peer: Peer) => Promise<Answer>;

/** Functions that send the requests of a scenario to both servers and compare the last answers. */
export interface Comparison {
  /**
   * Checks that the answers are the same: status, error, sentence, keys and types of the body, and headers that clients act on.
   * @param expected status and name of the error, so that both cannot refuse for another reason than the meant one
   */
  expectSame(scenario: Scenario, expected: string): Promise<void>;
  /** Checks that the answers differ in a known way. */
  expectApart(scenario: Scenario, expected: { readonly real: string; readonly simulated: string }): Promise<void>;
}

/**
 * Starts a real server and the simulated one before the tests of a file.
 * @param files server of the documents of programs
 */
export function useBothServers(files: Pick<FileServer, 'url'> = { url: '' }): Comparison {
  const real = useResource(() => startReal(files.url));
  const simulated = useResource(() => startSimulated(files.url));
  return {
    async expectSame(scenario, expected) {
      const [theirs, ours] = [summarise(await scenario(real)), summarise(await scenario(simulated))];
      expect(meaningOf(theirs)).toBe(expected);
      expect(ours).toEqual(theirs);
    },
    async expectApart(scenario, expected) {
      const [theirs, ours] = [summarise(await scenario(real)), summarise(await scenario(simulated))];
      expect({ real: meaningOf(theirs), simulated: meaningOf(ours) }).toEqual(expected);
    },
  };
}

function meaningOf({ status, error }: Summary): string {
  return error === null ? String(status) : `${status} ${error}`;
}

async function startReal(files: string) {
  const server = await startBlueskyServer({ clients: { [PROGRAMS_HOST]: files } });
  const { url, plcUrl } = server;
  const cookies = new Map<string, string>();
  const ada = await signIn(url, await server.createAccount('ada'));
  const eve = await server.createAccount('eve');
  return {
    ...{ url, plcUrl, programs: `https://${PROGRAMS_HOST}`, nobody: 'nobody.test', ada, eve },
    approve: async (page: URL, account: BlueskyAccount) => new URL(await consentTo(page.href, account, cookies)),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function startSimulated(files: string) {
  const sandbox = await startSandbox({ origins: true, autoApprove: true });
  const url = sandbox.networks.bluesky;
  const join = async (username: string) => {
    const { id: did } = await sandbox.addAccount({ network: 'bluesky', username, name: username });
    return { did, handle: `${username}.bsky.test`, password: sandboxSeed.bluesky.password };
  };
  const ada = await signIn(url, await join('ada'));
  const eve = await join('eve');
  return {
    ...{ url, plcUrl: `${url}/plc`, programs: files, nobody: 'nobody.bsky.test', ada, eve },
    async approve(page: URL) {
      const { headers } = await send(page.href);
      return new URL(headers.get('location') ?? '');
    },
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

/** Makes an app password, and begins a session with it. */
async function signIn(url: string, account: BlueskyAccount): Promise<Member> {
  const { did: identifier, password } = account;
  const ownAccess = textAt(await beginSession({ url }, { identifier, password }), 'accessJwt');
  const made = await procedure({ url }, 'com.atproto.server.createAppPassword', { name: 'test' }, ownAccess);
  const appPassword = textAt(made, 'password');
  const session = await beginSession({ url }, { identifier, password: appPassword });
  const tokens = { access: textAt(session, 'accessJwt'), refresh: textAt(session, 'refreshJwt') };
  return { ...account, ...tokens, appPassword, ownAccess };
}

/** Begins a session with a password. */
export function beginSession(
  peer: Pick<Peer, 'url'>,
  credential: { readonly identifier: string; readonly password: string },
): Promise<Answer> {
  return procedure(peer, 'com.atproto.server.createSession', credential);
}

/** Calls a method that changes something; without a body when that is undefined. */
export function procedure({ url }: Pick<Peer, 'url'>, id: string, body?: unknown, token?: string): Promise<Answer> {
  const headers = { ...bearer(token), ...(body !== undefined && { 'content-type': 'application/json' }) };
  return send(`${url}/xrpc/${id}`, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Calls a method that reads. */
export function query(
  { url }: Pick<Peer, 'url'>,
  id: string,
  parameters: Record<string, string> = {},
  token?: string,
): Promise<Answer> {
  return send(`${url}/xrpc/${id}?${new URLSearchParams(parameters)}`, { headers: bearer(token) });
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
