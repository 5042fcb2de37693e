import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isOpen, type NamedServer, PlatformError, type ServerSearch } from '../../src/index.ts';
import {
  registrationOf,
  rejectionOf,
  type StubReply,
  startStubNetwork,
  useStubbedDriver,
} from '../support/stub-network.ts';

const ada = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa';
const eve = 'did:plc:eeeeeeeeeeeeeeeeeeeeeeee';
const used = useStubbedDriver('bluesky');

function find(named: NamedServer, more: Partial<ServerSearch> = {}) {
  const registration = registrationOf('bluesky');
  if (!isOpen(registration)) return expect.fail('Bluesky is no open network');
  const place = named.handle === undefined ? simulated() : real();
  return registration.findServer(named, { ...place, timeoutMs: 1_000, ...more });
}

const real = () => ({ sandboxUrl: null, plcUrl: `${used.stub.url}/plc`, resolverUrl: used.stub.url });
const simulated = () => ({ sandboxUrl: used.stub.url });

/** Returns the refusal of a name, and checks that it is one that a user can read. */
async function refusalOf(named: NamedServer, more?: Partial<ServerSearch>): Promise<PlatformError> {
  const error = await rejectionOf(find(named, more));
  if (!(error instanceof PlatformError)) throw error;
  expect(error.message).toMatch(/^(?:handle|host): .{20,280}$|^the network .{10,200}$/);
  return error;
}

/** A document of a DID, with changes. */
function documentOf(endpoint: unknown, more: object = {}): object {
  const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: endpoint }];
  return { id: ada, alsoKnownAs: ['at://ada.org'], service, ...more };
}

/** Answers questions for the handle and for the document; anything else with 404. */
function answer({
  handle = { status: 200, body: { did: ada } },
  document,
}: {
  handle?: StubReply;
  document: StubReply;
}) {
  used.stub.reply = (response, { path }) => {
    const isHandle = path.startsWith('/xrpc/com.atproto.identity.resolveHandle');
    const reply = isHandle ? handle : path.startsWith('/plc/') ? document : { status: 404, body: {} };
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? '');
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(body);
  };
}

describe('the account that a user names', () => {
  it.each(['ada.org', '@ada.org', ' @Ada.Org ', ada, `@${ada}`])('is found as %j', async (handle) => {
    answer({ document: { status: 200, body: documentOf('https://pds.example.org') } });
    expect(await find({ handle })).toEqual({ origin: 'https://pds.example.org', accountId: ada });
    const paths = used.stub.requests.map(({ path }) => path);
    const isDid = handle.includes(ada);
    expect(paths).toEqual([
      ...(isDid ? [] : ['/xrpc/com.atproto.identity.resolveHandle?handle=ada.org']),
      `/plc/${encodeURIComponent(ada)}`,
    ]);
  });

  it.each([
    ['a lookalike', 'аda.bsky.social', 'look like others'],
    ['an invisible mark', '\u202aada.bsky.social', 'cannot be seen'],
    ['an address', '192.168.1.1', 'address of a machine'],
    ['an address of the new kind', '[::1]', 'address of a machine'],
    ['a short address', '127.1', 'address of a machine'],
    ['an account elsewhere', 'ada@fosstodon.org', 'elsewhere'],
    ['a word', 'ada', 'not a whole name'],
    ['spaces', 'ada lovelace', 'not the name of an account'],
    ['nothing', '', 'not the name of an account'],
    ['a page', 'https://bsky.app/profile/ada.org', 'not the name of an account'],
    ['a hyphen at the edge', 'ada-.bsky.social', 'not the name of an account'],
    ['a long label', `${'a'.repeat(64)}.org`, 'not the name of an account'],
    ['a long name', `${'a.'.repeat(126)}org`, 'not the name of an account'],
    ['a number as ending', 'ada.123', 'not the name of an account'],
    ['a private ending', 'ada.internal', '.internal'],
    ['a broken name', 'handle.invalid', '.invalid'],
    ['an onion', 'ada.onion', '.onion'],
    ['another method', 'did:key:z6Mk', 'not an account'],
    ['a short DID', 'did:plc:abc', 'not an account'],
    ['a path in a DID', 'did:web:example.org:ada', 'not an account'],
    ['a private host in a DID', 'did:web:router.local', 'not an account'],
    ['an address in a DID', 'did:web:10.0.0.1', 'not an account'],
  ])('is refused before anything is sent when it is %s', async (_what, handle, reason) => {
    const error = await refusalOf({ handle });
    expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', field: 'handle' });
    expect(error.message).toContain(reason);
    expect(used.stub.requests).toEqual([]);
  });

  it('has a name below .test only in a simulated network', async () => {
    const error = await refusalOf({ handle: 'ada.test' });
    expect(error.message).toContain('ends with .test');
  });

  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Hello</title>' };
  const redirect = { status: 301, headers: { location: 'http://127.0.0.1:9/' } };
  it.each<[string, StubReply, kind: string, reason: string]>([
    ['nobody', { status: 400, body: { error: 'HandleNotFound' } }, 'rejected', 'no account has the name'],
    ['a page', page, 'unavailable', 'cannot be read'],
    ['a redirect', redirect, 'rejected', 'no account has the name'],
    ['trouble', { status: 503, body: 'down' }, 'unavailable', 'try again later'],
    ['another method', { status: 200, body: { did: 'did:key:abc' } }, 'rejected', 'leads to no account'],
    ['a path', { status: 200, body: { did: '../../admin' } }, 'rejected', 'leads to no account'],
    ['no text', { status: 200, body: { did: 7 } }, 'unavailable', 'cannot be read'],
  ])('is refused when its name leads to %s', async (_what, handle, kind, reason) => {
    answer({ handle, document: { status: 500 } });
    const error = await refusalOf({ handle: 'ada.org' });
    expect([error.kind, error.message]).toEqual([kind, expect.stringContaining(reason)]);
    expect(used.stub.requests).toHaveLength(1);
  });

  it.each<[string, StubReply, kind: string, reason: string]>([
    ['is missing', { status: 404, body: { message: 'not registered' } }, 'rejected', 'nothing is known'],
    ['is a page', page, 'unavailable', 'cannot be read'],
    ['is elsewhere', redirect, 'rejected', 'nothing is known'],
    ['is a list', { status: 200, body: [] }, 'unavailable', 'cannot be read'],
    [
      'is that of another',
      { status: 200, body: documentOf('https://pds.org', { id: eve }) },
      'rejected',
      'another account',
    ],
    [
      'names nobody',
      { status: 200, body: documentOf('https://pds.org', { alsoKnownAs: [] }) },
      'rejected',
      'has no name',
    ],
    [
      'names another handle first',
      { status: 200, body: documentOf('https://pds.org', { alsoKnownAs: ['at://eve.org', 'at://ada.org'] }) },
      'rejected',
      'is named "eve.org"',
    ],
    ['has no server', { status: 200, body: documentOf('x', { service: [] }) }, 'rejected', 'names no server'],
    [
      'has a service of another kind',
      {
        status: 200,
        body: {
          ...documentOf('x'),
          service: [{ id: '#atproto_pds', type: 'Other', serviceEndpoint: 'https://a.org' }],
        },
      },
      'rejected',
      'names no server',
    ],
  ])('is refused when its document %s', async (_what, document, kind, reason) => {
    answer({ document });
    const error = await refusalOf({ handle: 'ada.org' });
    expect([error.kind, error.message]).toEqual([kind, expect.stringContaining(reason)]);
    expect(used.stub.requests).toHaveLength(2);
  });

  it.each([
    'http://10.0.0.1',
    'https://10.0.0.1',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]',
    'https://2130706433',
    'https://localhost.localdomain',
    'https://router.lan',
    'https://pds',
    'http://pds.example.org',
    'https://pds.example.org:8443',
    'https://pds.example.org/path',
    'https://pds.example.org?x=1',
    'https://ada:secret@pds.example.org',
    'https://рds.example.org',
    'https://pds.example.org#here',
    'ftp://pds.example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
    null,
    {},
  ])('is refused when its document names the server %j, to which nothing is sent', async (endpoint) => {
    answer({ document: { status: 200, body: documentOf(endpoint) } });
    const error = await refusalOf({ handle: ada });
    expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request' });
    expect(error.message).toMatch(/not a public one|names no server/);
    expect(error.message).not.toContain('secret@');
    expect(used.stub.requests).toHaveLength(1);
  });

  it('may be on this machine only in a simulated network', async () => {
    answer({ document: { status: 200, body: documentOf('http://127.0.0.1:2583') } });
    expect(await find({ handle: ada }, simulated())).toMatchObject({ origin: 'http://127.0.0.1:2583' });
    expect((await refusalOf({ handle: ada })).message).toContain('not a public one');
  });

  it('may have its document at a host of its own', async () => {
    const { host } = new URL(used.stub.url);
    const did = `did:web:${host.replace(':', '%3A')}`;
    used.stub.reply = { status: 200, body: { ...documentOf('http://127.0.0.1:2583'), id: did } };
    expect(await find({ handle: did }, simulated())).toEqual({ origin: 'http://127.0.0.1:2583', accountId: did });
    expect(used.stub.requests.map(({ path }) => path)).toEqual(['/.well-known/did.json']);
    expect((await refusalOf({ handle: did })).message).toContain('not an account');
  });

  it('leaves no simulated network, wherever its documents are or lead', async () => {
    expect((await refusalOf({ handle: 'did:web:pds.example.org' }, simulated())).message).toContain('not an account');
    answer({ document: { status: 200, body: documentOf('https://pds.example.org') } });
    const error = await refusalOf({ handle: ada }, simulated());
    expect([error.kind, error.message]).toEqual(['rejected', expect.stringContaining('outside the sandbox')]);
  });

  const endless = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
    response.on('close', () => clearInterval(timer));
  };
  it.each<[string, (response: ServerResponse) => void]>([
    ['has no end', endless],
    ['never comes', () => undefined],
    [
      'comes a byte at a time',
      (response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('can be tried again when its document %s', async (_what, reply) => {
    used.stub.reply = reply;
    const error = await refusalOf({ handle: ada }, { timeoutMs: 300 });
    expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
  });
});

describe('the server that a user names', () => {
  it('is the sandbox where one stands in, except for this machine', async () => {
    used.stub.reply = { status: 200, body: { did: 'did:web:localhost' } };
    const sandboxUrl = 'http://127.0.0.1:1/bluesky';
    expect(await find({ host: 'bsky.social' }, { sandboxUrl })).toEqual({ origin: sandboxUrl, accountId: null });
    const { host } = new URL(used.stub.url);
    expect(await find({ host }, { sandboxUrl })).toEqual({ origin: used.stub.url, accountId: null });
    expect((await refusalOf({ host }, { sandboxUrl: null })).field).toBe('host');
  });

  it.each<[string, StubReply]>([
    ['a page', { status: 200, body: '<html>' }],
    ['another API', { status: 200, body: { hello: 'world' } }],
    ['nothing there', { status: 404, body: '' }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
    ['another protocol', { status: 501, body: { error: 'MethodNotImplemented' } }],
  ])('is refused when it answers with %s', async (_what, reply) => {
    await using other = await startStubNetwork();
    used.stub.reply = { ...reply, ...(reply.headers && { headers: { location: other.url } }) };
    const error = await refusalOf({ host: new URL(used.stub.url).host });
    expect(error).toMatchObject({ kind: 'rejected', field: 'host' });
    expect(error.message).toContain('write the name of the account instead');
    expect(other.requests).toEqual([]);
  });
});
