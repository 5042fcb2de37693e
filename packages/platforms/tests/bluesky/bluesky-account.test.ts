import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountOption } from '../../src/index.ts';
import { rejectionOf, type StubReply, useStubbedDriver } from '../support/stub-network.ts';

const ada = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa';
const eve = 'did:plc:eeeeeeeeeeeeeeeeeeeeeeee';
const used = useStubbedDriver('bluesky');
let answers: Record<string, StubReply>;

const ok = (body: unknown): StubReply => ({ status: 200, body });
const jwt = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
const method = (name: string) => `/xrpc/com.atproto.${name}`;
const granted = (did: string) => JSON.stringify({ kind: 'password', did, token: 'the-token' });

/** The document of an account that the stub holds. */
function documentOf(id: string): StubReply {
  const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: used.stub.url }];
  return ok({ id, alsoKnownAs: ['at://ada.test'], service });
}

beforeEach(() => {
  const tokens = { accessJwt: jwt({ scope: 'com.atproto.appPass' }), refreshJwt: jwt({}) };
  answers = {
    [method('server.createSession')]: ok({ did: ada, handle: 'ada.test', ...tokens }),
    [method('server.getSession')]: ok({ did: ada, handle: 'ada.test' }),
    [method('identity.resolveHandle')]: ok({ did: ada }),
    [`/plc/${encodeURIComponent(ada)}`]: documentOf(ada),
  };
  used.stub.reply = (response, { path }) => {
    const { status, body } = answers[path.replace(/\?.*/, '')] ?? { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
  };
});

const listAccounts = async (): Promise<AccountOption[]> =>
  (await used.driver.oauth?.listAccounts(granted(ada), {})) ?? expect.fail('Bluesky has no sign-in');
const connect = () => used.driver.credential?.connect({ handle: 'ada.test', appPassword: 'abcd-efgh-ijkl-mnop' }, {});

describe('the account of a session', () => {
  it('is the one that has signed in', async () => {
    expect(await listAccounts()).toMatchObject([{ accountId: ada, username: 'ada.test' }]);
    expect(await connect()).toMatchObject({ account: { accountId: ada } });
  });

  it.each<[string, StubReply]>([
    ['leads to another account', ok({ did: eve })],
    ['leads to nobody', { status: 400, body: { error: 'HandleNotFound' } }],
    ['cannot be looked up', { status: 503 }],
  ])('is shown without a name that %s', async (_what, reply) => {
    answers[method('identity.resolveHandle')] = reply;
    expect(await listAccounts()).toMatchObject([{ accountId: ada, username: null, name: ada, description: ada }]);
  });

  it.each([
    ['the browser', listAccounts],
    ['an app password', connect],
  ])('is no other that its server names after a sign-in by %s', async (_way, name) => {
    answers[method('server.getSession')] = ok({ did: eve, handle: 'ada.test' });
    answers[`/plc/${encodeURIComponent(eve)}`] = documentOf(eve);
    const error = await rejectionOf(name());
    expect(error).toMatchObject({ kind: 'rejected', code: 'network_refused' });
    expect((error as Error).message).toContain('another account than the one that has signed in');
  });
});
