import { test } from 'vitest';
import { beginSession, type Peer, procedure, query, type Scenario, useBothServers } from './both-servers.ts';
import { type Answer, send, textAt } from './exchange.ts';

const { expectSame } = useBothServers();
const server = 'com.atproto.server';

const create = (peer: Peer, identifier: string, password: string) => beginSession(peer, { identifier, password });
const show = (peer: Peer, token?: string) => query(peer, `${server}.getSession`, {}, token);
const renew = (peer: Peer, token?: string) => procedure(peer, `${server}.refreshSession`, undefined, token);
const end = (peer: Peer, token?: string) => procedure(peer, `${server}.deleteSession`, undefined, token);
const another = (peer: Peer) => create(peer, peer.ada.did, peer.ada.appPassword);

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['by handle', '200', (peer) => create(peer, peer.ada.handle, peer.ada.appPassword)],
  ['by DID and the own password', '200', (peer) => create(peer, peer.ada.did, peer.ada.password)],
  ['by mail address', '200', (peer) => create(peer, 'ada@example.com', peer.ada.password)],
  ['with a wrong password', '401 AuthenticationRequired', (peer) => create(peer, peer.ada.did, 'wrong')],
  ['of nobody', '401 AuthenticationRequired', (peer) => create(peer, peer.nobody, peer.ada.appPassword)],
  [
    'with the password of another',
    '401 AuthenticationRequired',
    (peer) => create(peer, peer.eve.did, peer.ada.appPassword),
  ],
  [
    'without a password',
    '400 InvalidRequest',
    (peer) => procedure(peer, `${server}.createSession`, { identifier: 'a' }),
  ],
  ['without a body', '400 InvalidRequest', (peer) => procedure(peer, `${server}.createSession`)],
])('a session %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['of an app password shows its session', '200', (peer) => show(peer, peer.ada.access)],
  ['of the own password shows its session', '200', (peer) => show(peer, peer.ada.ownAccess)],
  ['that is missing is refused', '401 AuthMissing', (peer) => show(peer)],
  ['that is malformed is refused', '400 InvalidToken', (peer) => show(peer, 'x.y.z')],
  ['with a space is refused', '400 InvalidToken', (peer) => show(peer, 'a b')],
  ['for renewal is refused as access', '400 InvalidToken', (peer) => show(peer, peer.ada.refresh)],
  ['for access is refused as renewal', '400 InvalidToken', (peer) => renew(peer, peer.ada.access)],
  ['for renewal may be missing', '401 AuthMissing', (peer) => renew(peer)],
  ['renews a session', '200', async (peer) => renew(peer, textAt(await another(peer), 'refreshJwt'))],
  ['ends a session', '200', async (peer) => end(peer, textAt(await another(peer), 'refreshJwt'))],
  ['for access ends no session', '400 InvalidToken', (peer) => end(peer, peer.ada.access)],
  ['of the wrong scheme is refused', '400 InvalidToken', (peer) => withScheme(peer, 'Basic')],
  ['of an unknown scheme is refused', '400 InvalidToken', (peer) => withScheme(peer, 'Token')],
])('a token %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

function withScheme({ url, ada }: Peer, scheme: string): Promise<Answer> {
  return send(`${url}/xrpc/${server}.getSession`, { headers: { authorization: `${scheme} ${ada.access}` } });
}

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  [
    'a used token for renewal renews again',
    '200',
    async (peer) => {
      const first = textAt(await another(peer), 'refreshJwt');
      await renew(peer, first);
      return renew(peer, first);
    },
  ],
  [
    'the access token from before a renewal still works',
    '200',
    async (peer) => {
      const session = await another(peer);
      await renew(peer, textAt(session, 'refreshJwt'));
      return show(peer, textAt(session, 'accessJwt'));
    },
  ],
  [
    'the access token from before the end still works',
    '200',
    async (peer) => {
      const session = await another(peer);
      await end(peer, textAt(session, 'refreshJwt'));
      return show(peer, textAt(session, 'accessJwt'));
    },
  ],
  [
    'a session that has ended is not renewed',
    '400 ExpiredToken',
    async (peer) => {
      const token = textAt(await another(peer), 'refreshJwt');
      await end(peer, token);
      return renew(peer, token);
    },
  ],
  [
    'a session that has ended may end again',
    '200',
    async (peer) => {
      const token = textAt(await another(peer), 'refreshJwt');
      await end(peer, token);
      return end(peer, token);
    },
  ],
])('%s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

const createPassword = (peer: Peer, name: string, token: string, more: object = {}) =>
  procedure(peer, `${server}.createAppPassword`, { name, ...more }, token);
const revoke = (peer: Peer, name: string, token: string) =>
  procedure(peer, `${server}.revokeAppPassword`, { name }, token);

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['is made', '200', (peer) => createPassword(peer, 'made', peer.ada.ownAccess)],
  ['with more rights is made', '200', (peer) => createPassword(peer, 'more', peer.ada.ownAccess, { privileged: true })],
  ['makes no other', '400 InvalidToken', (peer) => createPassword(peer, 'x', peer.ada.access)],
  [
    'with the name of another is refused',
    '500 InternalServerError',
    async (peer) => {
      await createPassword(peer, 'twice', peer.ada.ownAccess);
      return createPassword(peer, 'twice', peer.ada.ownAccess);
    },
  ],
  ['is listed', '200', (peer) => query(peer, `${server}.listAppPasswords`, {}, peer.ada.ownAccess)],
  ['that nobody has made is revoked, too', '200', (peer) => revoke(peer, 'never', peer.ada.ownAccess)],
  [
    'that was revoked begins no session',
    '401 AuthenticationRequired',
    async (peer) => {
      const password = textAt(await createPassword(peer, 'gone', peer.ada.ownAccess), 'password');
      await revoke(peer, 'gone', peer.ada.ownAccess);
      return create(peer, peer.ada.did, password);
    },
  ],
  [
    'that was revoked renews no session',
    '400 ExpiredToken',
    async (peer) => {
      const password = textAt(await createPassword(peer, 'ended', peer.ada.ownAccess), 'password');
      const session = await create(peer, peer.ada.did, password);
      await revoke(peer, 'ended', peer.ada.ownAccess);
      return renew(peer, textAt(session, 'refreshJwt'));
    },
  ],
])('an app password %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));

const serviceToken = (peer: Peer, parameters: Record<string, string>, token: string | undefined = peer.ada.access) =>
  query(peer, `${server}.getServiceAuth`, parameters, token);
const upload = { aud: 'did:web:localhost', lxm: 'com.atproto.repo.uploadBlob' };
const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

test.for<readonly [what: string, answer: string, scenario: Scenario]>([
  ['for half an hour', '200', (peer) => serviceToken(peer, { ...upload, exp: inSeconds(1800) })],
  ['for a moment', '200', (peer) => serviceToken(peer, upload)],
  ['for two hours', '400 BadExpiration', (peer) => serviceToken(peer, { ...upload, exp: inSeconds(7200) })],
  ['for the past', '400 BadExpiration', (peer) => serviceToken(peer, { ...upload, exp: inSeconds(-10) })],
  [
    'for any method, for long',
    '400 BadExpiration',
    (peer) => serviceToken(peer, { aud: upload.aud, exp: inSeconds(1800) }),
  ],
  ['for a malformed method', '400 InvalidRequest', (peer) => serviceToken(peer, { ...upload, lxm: 'x y' })],
  ['for no service', '400 InvalidRequest', (peer) => serviceToken(peer, { lxm: upload.lxm })],
  ['for a service without a DID', '400 InvalidRequest', (peer) => serviceToken(peer, { ...upload, aud: 'localhost' })],
  [
    'for a method of the account itself',
    '400 InvalidRequest',
    (peer) => serviceToken(peer, { ...upload, lxm: 'com.atproto.server.createAppPassword' }),
  ],
  ['for nobody', '401 AuthMissing', (peer) => query(peer, `${server}.getServiceAuth`, upload)],
])('a service token %s: %s', ([, answer, scenario]) => expectSame(scenario, answer));
