import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectedAccount, findNetwork, type PlatformDriver } from '../src/index.ts';
import { type GraphRow, graphRefusal } from './graph-rows.ts';
import { rejectionOf, type StubNetwork, startStubNetwork } from './stub-network.ts';

const AGAIN = 'connect socialnet again';
const APP_LIMIT = 'the network is rate limiting the app; try again later';
const ACCOUNT_LIMIT = 'the network is rate limiting this account; try again later';
const FORBIDDEN =
  'the network does not allow this connection to do that; connect socialnet again, approve every permission and choose this account';
const TROUBLE =
  'the network reported trouble after the request was sent, so it may have been done; check the account before sending it again';

const reconnect = { kind: 'reconnect', code: 'reconnect_required' } as const;
const limited = { kind: 'rate-limited', code: 'network_rate_limited' } as const;
const forbidden = { kind: 'rejected', code: 'network_forbidden' } as const;
const refused = { kind: 'rejected', code: 'network_refused' } as const;
const refusedFile = { kind: 'rejected', code: 'media_refused' } as const;
const unknown = { kind: 'outcome-unknown', code: 'outcome_unknown' } as const;

/** Codes and subcodes as the network documents them or as people met them, and what a user reads. */
const ROWS: readonly GraphRow[] = [
  ['1, unknown', graphRefusal(1, { status: 500 }), unknown, TROUBLE],
  ['2, service', graphRefusal(2), unknown, TROUBLE],
  [
    '3, capability',
    graphRefusal(3),
    forbidden,
    "the network has not given this server's app the capability to do that; see the app's review there",
  ],
  ['4, app rate', graphRefusal(4, { status: 403 }), limited, APP_LIMIT],
  ['17, user rate', graphRefusal(17, { status: 403 }), limited, ACCOUNT_LIMIT],
  ['32, page rate', graphRefusal(32, { status: 403 }), limited, ACCOUNT_LIMIT],
  ['613, call limit', graphRefusal(613), limited, APP_LIMIT],
  ['341, app limit', graphRefusal(341), limited, APP_LIMIT],
  ['80001, pages limit', graphRefusal(80_001), limited, ACCOUNT_LIMIT],
  ['10, permission denied', graphRefusal(10, { status: 403 }), forbidden, FORBIDDEN],
  ['200, missing permission', graphRefusal(200, { status: 403 }), { ...forbidden, upstreamCode: '200' }, FORBIDDEN],
  ['283, missing permission', graphRefusal(283, { status: 403 }), { ...forbidden, upstreamCode: '283' }, FORBIDDEN],
  ['299, missing permission', graphRefusal(299, { status: 403 }), forbidden, FORBIDDEN],
  [
    '100, invalid parameter',
    graphRefusal(100, { message: '(#100) Param message must be a string' }),
    { kind: 'rejected', code: 'invalid_request', upstreamCode: '100' },
    'the network does not accept this post as it is: "(#100) Param message must be a string"',
  ],
  ['102, session', graphRefusal(102), reconnect, `the session at the network has ended; ${AGAIN}`],
  ['190, token', graphRefusal(190), reconnect, `the network no longer accepts this connection; ${AGAIN}`],
  [
    '190.458, app not installed',
    graphRefusal(190, { subcode: 458 }),
    { ...reconnect, upstreamCode: '458' },
    `the permission was withdrawn at the network; ${AGAIN}`,
  ],
  [
    '190.459, checkpoint',
    graphRefusal(190, { subcode: 459 }),
    reconnect,
    `the network wants the person behind this account to sign in there first and answer its questions; ${AGAIN}`,
  ],
  [
    '190.460, password changed',
    graphRefusal(190, { subcode: 460 }),
    reconnect,
    `the password was changed at the network, which ended the permission; ${AGAIN}`,
  ],
  [
    '190.463, expired',
    graphRefusal(190, { subcode: 463 }),
    reconnect,
    `the permission at the network has expired; ${AGAIN}`,
  ],
  [
    '190.464, unconfirmed user',
    graphRefusal(190, { subcode: 464 }),
    reconnect,
    `the person behind this account has not confirmed it; confirm it at the network; ${AGAIN}`,
  ],
  [
    '190.467, invalid',
    graphRefusal(190, { subcode: 467 }),
    reconnect,
    `the network no longer accepts this connection; ${AGAIN}`,
  ],
  [
    '190.492, no page role',
    graphRefusal(190, { subcode: 492 }),
    reconnect,
    `the person behind this connection has no role on the page any more; ${AGAIN}`,
  ],
  [
    '368, policy block',
    graphRefusal(368, { userMessage: 'You are temporarily blocked from posting.' }),
    refused,
    'the network has blocked this account for a while because of its policies; see the account there: "You are temporarily blocked from posting."',
  ],
  [
    '506, duplicate',
    graphRefusal(506),
    { kind: 'rejected', code: 'duplicate_content', upstreamCode: '506' },
    'the network refused this post because it is the same as the last one; change the text',
  ],
  [
    '1609005, link scrape error',
    graphRefusal(1_609_005),
    refused,
    'the network could not read the page that the link leads to; check the link',
  ],
  [
    '1366046, photo size or type',
    graphRefusal(100, { subcode: 1_366_046 }),
    { ...refusedFile, upstreamCode: '1366046' },
    'the network does not take this image; make it a JPEG or PNG of less than 4 MB',
  ],
  [
    '1390008, too fast',
    graphRefusal(368, { subcode: 1_390_008 }),
    refused,
    'the network finds that this account posts too fast; wait a while before the next post',
  ],
  [
    '1346003, abusive',
    graphRefusal(368, { subcode: 1_346_003 }),
    refused,
    'the network takes this post for abusive; change its text or link',
  ],
  [
    '1404006, security check',
    graphRefusal(368, { subcode: 1_404_006 }),
    refused,
    'the network wants a security check; sign in there with this account and answer its questions',
  ],
  [
    '1404078, page publishing authorization',
    graphRefusal(200, { subcode: 1_404_078, status: 403 }),
    refused,
    'the page needs publishing authorization; complete it at the network',
  ],
  [
    '1404102, community standards',
    graphRefusal(368, { subcode: 1_404_102 }),
    refused,
    'the network finds that this post goes against its community standards; change it',
  ],
  [
    '1404112, limited',
    graphRefusal(368, { subcode: 1_404_112 }),
    refused,
    'the network has limited this account for a while; see the account there',
  ],
  [
    '1366051, photos already posted',
    graphRefusal(100, { subcode: 1_366_051 }),
    refusedFile,
    'the network says that these photos were posted already; upload them again or change the post',
  ],
  [
    '1609008, links to the network itself',
    graphRefusal(100, { subcode: 1_609_008 }),
    refused,
    'the network does not take links to its own pages; leave the link out',
  ],
  [
    '2061006, bad address',
    graphRefusal(100, { subcode: 2_061_006 }),
    refused,
    'the network cannot use the address in this post; check the link',
  ],
  [
    '1349125, format',
    graphRefusal(100, { subcode: 1_349_125 }),
    refusedFile,
    'the network does not take a file of this format; images must be JPEG or PNG, videos MP4',
  ],
  ['1363047, service', graphRefusal(100, { subcode: 1_363_047 }), unknown, TROUBLE],
  ['1609010, service', graphRefusal(100, { subcode: 1_609_010 }), unknown, TROUBLE],
  [
    '2069019, invalid file',
    graphRefusal(352, { subcode: 2_069_019 }),
    refusedFile,
    'the network cannot read this file; save it again as JPEG, PNG or MP4',
  ],
  [
    '4854002, confirm identity',
    graphRefusal(200, { subcode: 4_854_002, status: 403 }),
    refused,
    'the network wants the person behind the page to confirm who they are; do so there',
  ],
  [
    'a code nobody knows, with words for people',
    graphRefusal(1357, { userMessage: 'Try something else.' }),
    { ...refused, upstreamCode: '1357' },
    'the network refused: "Try something else."',
  ],
];

describe('what a user reads when Facebook refuses', () => {
  let stub: StubNetwork;
  let driver: PlatformDriver;
  const account: ConnectedAccount = { accountId: '135', username: null, accountUrn: null, accessToken: 'very-secret' };

  beforeAll(async () => {
    stub = await startStubNetwork();
    const registration = findNetwork('socialnet');
    if (!registration) throw new Error('socialnet has no network');
    driver = registration.create({ clientId: 'id', clientSecret: 'secret', apiUrl: stub.url, oauthUrl: stub.url });
  });
  beforeEach(() => {
    stub.requests.length = 0;
  });
  afterAll(() => stub[Symbol.asyncDispose]());
  const publish = () => driver.publish({ text: 'hello', media: [], meta: {} }, account, {});

  it.each(ROWS)('%s', async (_name, reply, expected, message) => {
    stub.reply = reply;
    expect(await rejectionOf(publish())).toMatchObject({ ...expected, message, status: reply.status });
  });

  it('trouble while something is only read is no unknown outcome', async () => {
    for (const code of [1, 2]) {
      stub.reply = graphRefusal(code);
      expect(await rejectionOf(driver.oauth?.listAccounts('very-secret', {}) ?? Promise.resolve())).toMatchObject({
        kind: 'unavailable',
        message: 'the network has trouble; nothing was published, try again later',
      });
    }
  });

  it('says when a limited account may go on, as the usage header tells it in minutes', async () => {
    const usage = { '135': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: 12 }] };
    stub.reply = {
      ...graphRefusal(32, { status: 403 }),
      headers: { 'x-business-use-case-usage': JSON.stringify(usage) },
    };
    const error = await rejectionOf(publish());
    expect(error).toMatchObject({ ...limited, retryAfterMs: 12 * 60_000 });
    expect(error).toHaveProperty('message', expect.stringMatching(/this account until \d\d:\d\d UTC$/));
  });

  it('never shows its token, even where the network repeats it', async () => {
    stub.reply = graphRefusal(100, { message: 'Cannot parse access token very-secret' });
    expect(await rejectionOf(publish())).toHaveProperty(
      'message',
      'the network does not accept this post as it is: "Cannot parse access token ***"',
    );
  });

  it('sends the token in a header, and a text as it is', async () => {
    stub.reply = { status: 200, body: { id: '135_7' } };
    expect(await publish()).toEqual({ platformPostId: '135_7', url: `${stub.url}/135_7` });
    expect(stub.requests).toMatchObject([
      { method: 'POST', path: '/v25.0/135/feed', headers: { authorization: 'Bearer very-secret' } },
    ]);
    expect(JSON.parse(stub.requests[0]?.body ?? '')).toEqual({ message: 'hello' });
  });

  it('lists the pages one may post on, page after page, and follows no address elsewhere', async () => {
    const page = (id: number, next?: string, tasks = ['CREATE_CONTENT']) => ({
      data: [{ id: String(id), name: `Page ${id}`, tasks }],
      ...(next !== undefined && { paging: { cursors: {}, next } }),
    });
    const answers = [
      page(1, `${stub.url}/v25.0/me/accounts?after=1&access_token=very-secret`),
      page(2, `${stub.url}/v25.0/me/accounts?after=2`, ['ANALYZE']),
      page(3, 'http://127.0.0.1:9/v25.0/me/accounts?after=3'),
    ];
    stub.reply = (response) => void response.end(JSON.stringify(answers.shift()));
    const options = await driver.oauth?.listAccounts('very-secret', {});
    expect(options?.map(({ accountId, name, type }) => [accountId, name, type])).toEqual([
      ['1', 'Page 1', 'organization'],
      ['3', 'Page 3', 'organization'],
    ]);
    expect(stub.requests).toHaveLength(3);
    expect(stub.requests.map(({ path }) => path).join()).not.toContain('very-secret');
  });

  it('gives the page its own token, which does not end', async () => {
    stub.reply = { status: 200, body: { access_token: 'page-token', name: 'Page', id: '135' } };
    const granted = {
      accessToken: 'very-secret',
      refreshToken: null,
      accessExpiresAt: new Date(),
      refreshExpiresAt: null,
      scopes: ['pages_show_list'],
    };
    expect(await driver.oauth?.accountTokens?.('135', granted, {})).toEqual({
      accessToken: 'page-token',
      refreshToken: null,
      accessExpiresAt: null,
      refreshExpiresAt: null,
      scopes: ['pages_show_list'],
    });
    expect(stub.requests[0]?.path).toBe('/v25.0/135?fields=access_token%2Cname');
    const error = await rejectionOf(driver.oauth?.accountTokens?.('../me', granted, {}) ?? Promise.resolve());
    expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', status: null });
  });
});
