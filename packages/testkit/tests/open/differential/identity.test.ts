import { test } from 'vitest';
import { query, type Scenario, useBothServers } from './both-servers.ts';
import { send } from './exchange.ts';

const { expectSame } = useBothServers();
const resolve = 'com.atproto.identity.resolveHandle';

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['the DID of a handle', '200', (peer) => query(peer, resolve, { handle: peer.ada.handle })],
  ['a handle in capitals', '200', (peer) => query(peer, resolve, { handle: peer.ada.handle.toUpperCase() })],
  ['a handle that nobody has', '400 HandleNotFound', (peer) => query(peer, resolve, { handle: peer.nobody })],
  ['a malformed handle', '400 InvalidRequest', (peer) => query(peer, resolve, { handle: 'x_y' })],
  ['a handle that is a DID', '400 InvalidRequest', (peer) => query(peer, resolve, { handle: peer.ada.did })],
  ['no handle', '400 InvalidRequest', (peer) => query(peer, resolve)],
  ['the document of a DID', '200', ({ plcUrl, ada }) => send(`${plcUrl}/${ada.did}`)],
  ['the document of an encoded DID', '200', ({ plcUrl, ada }) => send(`${plcUrl}/${encodeURIComponent(ada.did)}`)],
  ['the document of an unknown DID', '404', ({ plcUrl }) => send(`${plcUrl}/did:plc:aaaaaaaaaaaaaaaaaaaaaaaa`)],
  ['the description of the server', '200', (peer) => query(peer, 'com.atproto.server.describeServer')],
  ['the health of the server', '200', (peer) => query(peer, '_health')],
  ['the server’s resource metadata', '200', ({ url }) => send(`${url}/.well-known/oauth-protected-resource`)],
  ['the server’s public keys', '200', ({ url }) => send(`${url}/oauth/jwks`)],
  ['a method that no server has', '401 AuthMissing', (peer) => query(peer, 'com.example.nope')],
  ['a procedure asked as a query', '400 InvalidRequest', (peer) => query(peer, 'com.atproto.server.createSession')],
  [
    'a query sent as a procedure',
    '400 InvalidRequest',
    ({ url }) => send(`${url}/xrpc/com.atproto.server.describeServer`, { method: 'POST' }),
  ],
  ['a method with a path', '400 InvalidRequest', ({ url }) => send(`${url}/xrpc/com.example.nope/x`)],
  [
    'a method of another verb',
    '400 InvalidRequest',
    ({ url }) => send(`${url}/xrpc/com.example.nope`, { method: 'PUT' }),
  ],
  [
    'an unknown method with a malformed token',
    '400 InvalidToken',
    (peer) => query(peer, 'com.example.nope', {}, 'x.y.z'),
  ],
  ['a path beside the methods', '404', ({ url }) => send(`${url}/nothing/here`)],
])('%s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

/** Fields of the real server's metadata about requests in signed documents, which the simulated one does not take. */
const ABOUT_REQUEST_OBJECTS = [
  'request_object_encryption_alg_values_supported',
  'request_object_encryption_enc_values_supported',
  'request_object_signing_alg_values_supported',
];

test('the OAuth metadata is the same, apart from requests in signed documents', () =>
  expectSame(async ({ url }) => {
    const answer = await send(`${url}/.well-known/oauth-authorization-server`);
    const fields = Object.entries(answer.body as object).filter(([name]) => !ABOUT_REQUEST_OBJECTS.includes(name));
    return { ...answer, body: Object.fromEntries(fields) };
  }, '200'));
