import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type ConnectedAccount,
  type DriverOptions,
  NETWORKS,
  type NetworkRegistration,
  type PlatformDriver,
  type PlatformErrorKind,
} from '../../src/index.ts';
import { type Listening, listen } from './listen.ts';

/** One answer of the stub. */
export interface StubReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request as it arrived. */
interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface StubNetwork extends Listening {
  readonly requests: StubRequest[];
  /** Answer to every further request; a function writes the answer itself. */
  reply: StubReply | ((response: ServerResponse, request: StubRequest) => void);
}

/** Starts an HTTP server that answers whatever a test wants: for answers that no sandbox gives. */
export async function startStubNetwork(): Promise<StubNetwork> {
  const stub: { requests: StubRequest[]; reply: StubNetwork['reply'] } = { requests: [], reply: { status: 500 } };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      stub.requests.push(request);
      if (typeof stub.reply === 'function') return stub.reply(response, request);
      const { status, body = '' } = stub.reply;
      response.writeHead(status, { 'content-type': 'application/json', ...stub.reply.headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  return Object.assign(stub, await listen(server));
}

/** Returns what is registered of a network; fails when it is not registered. */
export function registrationOf(network: string): NetworkRegistration {
  return NETWORKS.find((each) => each.network === network) ?? expect.fail(`${network} is not registered`);
}

/** A driver at a stub. The members are there once a test runs. */
export interface StubbedDriver {
  stub: StubNetwork;
  driver: PlatformDriver;
}

/** Runs a stub with a driver for the tests of a file or block, and forgets its requests before each of them. */
export function useStubbedDriver(network: string, options: Partial<DriverOptions> = {}): StubbedDriver {
  const used = {} as StubbedDriver;
  beforeAll(async () => {
    used.stub = await startStubNetwork();
    const { url } = used.stub;
    const app = { clientId: 'id', clientSecret: 'secret' };
    used.driver = registrationOf(network).create({ ...app, apiUrl: url, oauthUrl: url, ...options });
  });
  beforeEach(() => {
    used.stub.requests.length = 0;
  });
  afterAll(() => used.stub[Symbol.asyncDispose]());
  return used;
}

/** Expected fields of an error. */
export interface Expected {
  readonly kind: PlatformErrorKind;
  readonly code: string;
  readonly upstreamCode?: string | null;
  readonly duplicateOf?: string;
}

/** Kind and code of each error, by the name that the drivers have for it. */
export const EXPECTED = {
  reconnect: { kind: 'reconnect', code: 'reconnect_required' },
  limited: { kind: 'rate-limited', code: 'network_rate_limited' },
  duplicate: { kind: 'rejected', code: 'duplicate_content' },
  forbidden: { kind: 'rejected', code: 'network_forbidden' },
  invalid: { kind: 'rejected', code: 'invalid_request' },
  refused: { kind: 'rejected', code: 'network_refused' },
  refusedFile: { kind: 'rejected', code: 'media_refused' },
  sunset: { kind: 'rejected', code: 'network_version_sunset' },
  notFound: { kind: 'not-found', code: 'network_not_found' },
  unavailable: { kind: 'unavailable', code: 'network_unavailable' },
  unreachableFile: { kind: 'unavailable', code: 'media_unreachable' },
  unknownOutcome: { kind: 'outcome-unknown', code: 'outcome_unknown' },
} as const;

/** One refusal of a network, and the message that a user reads. */
export type ErrorRow = readonly [name: string, reply: StubReply, expected: Expected, message: string];

/** Rows of refusals that end alike: for each thing that the network says, the message that a user reads. */
export function errorRows(
  expected: Expected,
  refuse: (said: string) => StubReply,
  messages: Readonly<Record<string, string>>,
): ErrorRow[] {
  return Object.entries(messages).map(([said, message]) => {
    const reply = refuse(said);
    return [`${said}, with status ${reply.status}`, reply, expected, message];
  });
}

/** Rows of refusals that end alike: for each code, which the error names too, the message that a user reads. */
export function codeRows(
  expected: Expected,
  refuse: (code: string) => StubReply,
  messages: Readonly<Record<string, string>>,
): ErrorRow[] {
  return Object.entries(messages).flatMap(([code, message]) =>
    errorRows({ ...expected, upstreamCode: code }, refuse, { [code]: message }),
  );
}

/** Declares a test for each row: the call ends with the expected error, whose status is the network's. */
export function describeErrorRules(
  used: StubbedDriver,
  rows: readonly ErrorRow[],
  call: () => Promise<unknown>,
  answer = (reply: StubReply): void => {
    used.stub.reply = reply;
  },
): void {
  it.each(rows)('%s', async (_name, reply, expected, message) => {
    answer(reply);
    expect(await rejectionOf(call())).toMatchObject({ ...expected, message, status: reply.status });
  });
}

/** A connected account, with a token that no message may show. */
export function stubAccount(accountId: string, more: Partial<ConnectedAccount> = {}): ConnectedAccount {
  return { accountId, username: null, accountUrn: null, accessToken: 'very-secret-token', ...more };
}

/** Returns the error with which a promise rejects; fails when it is fulfilled. */
export async function rejectionOf(work: Promise<unknown> | undefined): Promise<unknown> {
  return (work ?? Promise.resolve()).then(
    (value) => Promise.reject(new Error(`expected a failure, got ${JSON.stringify(value)}`)),
    (error: unknown) => error,
  );
}
