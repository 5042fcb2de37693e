import { describe, expect, it } from 'vitest';
import type { ConnectedAccount } from '../../src/index.ts';
import { describeErrorRules, type ErrorRow, EXPECTED, rejectionOf, useStubbedDriver } from '../support/stub-network.ts';
import { graphRefusal, graphRows } from './graph-refusal.ts';

const AGAIN = 'connect socialnet again';
const APP_LIMIT = 'Facebook is rate limiting the app; try again later';
const ACCOUNT_LIMIT = 'Facebook is rate limiting this account; try again later';
const FORBIDDEN =
  'Facebook does not allow this connection to do that; connect socialnet again, approve every permission and choose this account';
const TROUBLE =
  'Facebook reported trouble after the request was sent, so it may have been done; check the account before sending it again';

const { reconnect, limited, forbidden, duplicate, refused, refusedFile, unknownOutcome } = EXPECTED;

/** Codes and subcodes as the network documents them or as people saw them, and the messages for users. */
const ROWS: readonly ErrorRow[] = [
  ...graphRows(500, unknownOutcome, { '1, unknown': TROUBLE }),
  ...graphRows(400, unknownOutcome, {
    '2, service': TROUBLE,
    '100.1363047, service': TROUBLE,
    '100.1609010, service': TROUBLE,
  }),
  ...graphRows(400, limited, {
    '341, app limit': APP_LIMIT,
    '613, call limit': APP_LIMIT,
    '80001, pages limit': ACCOUNT_LIMIT,
  }),
  ...graphRows(403, limited, {
    '4, app rate': APP_LIMIT,
    '17, user rate': ACCOUNT_LIMIT,
    '32, page rate': ACCOUNT_LIMIT,
  }),
  ...graphRows(400, forbidden, {
    '3, capability': "Facebook has not given this server's app the capability to do that; see the app's review there",
  }),
  ...graphRows(403, forbidden, {
    '10, permission denied': FORBIDDEN,
    '200, missing permission': FORBIDDEN,
    '283, missing permission': FORBIDDEN,
    '299, missing permission': FORBIDDEN,
  }),
  [
    '100, invalid parameter',
    graphRefusal(100, { message: '(#100) Param message must be a string' }),
    { kind: 'rejected', code: 'invalid_request', upstreamCode: '100' },
    'Facebook does not accept this post as it is: "(#100) Param message must be a string"',
  ],
  [
    '2.33, service with the subcode of a missing object',
    graphRefusal(2, { subcode: 33, status: 500 }),
    { ...unknownOutcome, upstreamCode: '2' },
    TROUBLE,
  ],
  [
    '190.33, token with the subcode of a missing object',
    graphRefusal(190, { subcode: 33 }),
    { ...reconnect, upstreamCode: '190' },
    `Facebook no longer accepts this connection; ${AGAIN}`,
  ],
  ...graphRows(400, reconnect, {
    '102, session': `the session at Facebook has ended; ${AGAIN}`,
    '190, token': `Facebook no longer accepts this connection; ${AGAIN}`,
    '190.458, app not installed': `the permission was withdrawn at Facebook; ${AGAIN}`,
    '190.459, checkpoint': `Facebook wants the person behind this account to sign in there first and answer its questions; ${AGAIN}`,
    '190.460, password changed': `the password was changed at Facebook, which ended the permission; ${AGAIN}`,
    '190.463, expired': `Facebook's permission has expired; ${AGAIN}`,
    '190.464, unconfirmed user': `the person behind this account has not confirmed it; confirm it at Facebook; ${AGAIN}`,
    '190.467, invalid': `Facebook no longer accepts this connection; ${AGAIN}`,
    '190.492, no page role': `the person behind this connection no longer has a role on the page; ${AGAIN}`,
  }),
  [
    '368, policy block',
    graphRefusal(368, { userMessage: 'You are temporarily blocked from posting.' }),
    refused,
    'Facebook has blocked this account for a while because of its policies; see the account there: "You are temporarily blocked from posting."',
  ],
  ...graphRows(400, duplicate, {
    '506, duplicate': 'Facebook refused this post because it is the same as the last one; change the text',
  }),
  ...graphRows(400, refused, {
    '100.1609008, links to the network itself': 'Facebook does not take links to its own pages; leave the link out',
    '100.2061006, bad address': 'Facebook cannot use the address in this post; check the link',
    '368.1346003, abusive': 'Facebook considers this post abusive; change its text or link',
    '368.1390008, too fast': "Facebook considers this account's posts too frequent; wait a while before the next post",
    '368.1404006, security check':
      'Facebook wants a security check; sign in there with this account and answer its questions',
    '368.1404102, community standards': 'Facebook considers this post to be against its community standards; change it',
    '368.1404112, limited': 'Facebook has limited this account for a while; see the account there',
    '1609005, link scrape error': 'Facebook could not read the page that the link leads to; check the link',
  }),
  ...graphRows(403, refused, {
    '200.1404078, page publishing authorization': 'the page needs publishing authorization; complete it at Facebook',
    '200.4854002, confirm identity': 'Facebook wants the person behind the page to confirm who they are; do so there',
  }),
  ...graphRows(400, refusedFile, {
    '100.1349125, format': 'Facebook does not take a file of this format; images must be JPEG or PNG, videos MP4',
    '100.1366046, photo size or type': 'Facebook does not take this image; make it a JPEG or PNG of less than 4 MB',
    '100.1366051, photos already posted':
      'Facebook says that these photos were posted already; upload them again or change the post',
    '352.2069019, invalid file': 'Facebook cannot read this file; save it again as JPEG, PNG or MP4',
  }),
  [
    'an unknown code with a message for people',
    graphRefusal(1357, { userMessage: 'Try something else.' }),
    { ...refused, upstreamCode: '1357' },
    'the network refused: "Try something else."',
  ],
];

describe('messages when Facebook refuses', () => {
  const used = useStubbedDriver('facebook');
  const account: ConnectedAccount = { accountId: '135', username: null, accountUrn: null, accessToken: 'very-secret' };

  const publish = () => used.driver.publish({ text: 'hello', media: [], settings: {} }, account, {});

  describeErrorRules(used, ROWS, publish);

  it('reports trouble while reading as unavailable, not as an unknown outcome', async () => {
    for (const code of [1, 2]) {
      used.stub.reply = graphRefusal(code);
      expect(await rejectionOf(used.driver.oauth?.listAccounts('very-secret', {}))).toMatchObject({
        kind: 'unavailable',
        message: 'Facebook has trouble; nothing was published, try again later',
      });
    }
  });

  it('says until when an account is limited, from the minutes in the usage header', async () => {
    const usage = { '135': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: 12 }] };
    used.stub.reply = {
      ...graphRefusal(32, { status: 403 }),
      headers: { 'x-business-use-case-usage': JSON.stringify(usage) },
    };
    const error = await rejectionOf(publish());
    expect(error).toMatchObject({ ...limited, retryAfterMs: 12 * 60_000 });
    expect(error).toHaveProperty('message', expect.stringMatching(/this account until \d\d:\d\d UTC$/));
  });

  it('tells a post that is gone from a refusal of what is asked about it', async () => {
    const { counters } = used.driver;
    if ('none' in counters) return expect.fail('the driver reads counters');
    const read = () => counters.read('135_7', account, {});
    const message = "Unsupported get request. Object with ID '135_7' does not exist";
    used.stub.reply = graphRefusal(100, { subcode: 33, message });
    expect(await read()).toBeNull();
    used.stub.reply = graphRefusal(100, { subcode: 33, status: 500, message });
    expect(await rejectionOf(read())).toMatchObject({ upstreamCode: '100' });
    used.stub.reply = graphRefusal(100, { message: '(#100) Tried accessing nonexisting field (shares)' });
    expect(await rejectionOf(read())).toMatchObject({ kind: 'rejected', upstreamCode: '100' });
  });

  it('reads no picture of a page without one, of which the network shows a silhouette', async () => {
    const url = 'https://scontent.example/page.jpg';
    const pictureWith = (is_silhouette: boolean) => {
      used.stub.reply = { status: 200, body: { picture: { data: { height: 200, width: 200, is_silhouette, url } } } };
      return used.driver.readPicture?.(account, {});
    };
    expect(await pictureWith(false)).toBe(url);
    expect(await pictureWith(true)).toBeNull();
  });

  it('never shows its token, even where the network repeats it', async () => {
    used.stub.reply = graphRefusal(100, { message: 'Cannot parse access token very-secret' });
    expect(await rejectionOf(publish())).toHaveProperty(
      'message',
      'Facebook does not accept this post as it is: "Cannot parse access token ***"',
    );
  });

  it('sends the token in a header, and a text as it is', async () => {
    used.stub.reply = { status: 200, body: { id: '135_7' } };
    expect(await publish()).toEqual({ platformPostId: '135_7', url: `${used.stub.url}/135_7` });
    expect(used.stub.requests).toMatchObject([
      { method: 'POST', path: '/v25.0/135/feed', headers: { authorization: 'Bearer very-secret' } },
    ]);
    expect(JSON.parse(used.stub.requests[0]?.body ?? '')).toEqual({ message: 'hello' });
  });

  it('lists the pages with the right to post, page after page, and follows no foreign address', async () => {
    const page = (id: number, next?: string, tasks = ['CREATE_CONTENT']) => ({
      data: [{ id: String(id), name: `Page ${id}`, tasks }],
      ...(next !== undefined && { paging: { cursors: {}, next } }),
    });
    const answers = [
      page(1, `${used.stub.url}/v25.0/me/accounts?after=1&access_token=very-secret`),
      page(2, `${used.stub.url}/v25.0/me/accounts?after=2`, ['ANALYZE']),
      page(3, 'http://127.0.0.1:9/v25.0/me/accounts?after=3'),
    ];
    used.stub.reply = (response) => void response.end(JSON.stringify(answers.shift()));
    const options = await used.driver.oauth?.listAccounts('very-secret', {});
    expect(options?.map(({ accountId, name, type }) => [accountId, name, type])).toEqual([
      ['1', 'Page 1', 'organization'],
      ['3', 'Page 3', 'organization'],
    ]);
    expect(used.stub.requests).toHaveLength(3);
    expect(used.stub.requests.map(({ path }) => path).join()).not.toContain('very-secret');
  });

  it('gives the page its own token, which does not expire', async () => {
    used.stub.reply = { status: 200, body: { access_token: 'page-token', name: 'Page', id: '135' } };
    const granted = {
      accessToken: 'very-secret',
      refreshToken: null,
      accessExpiresAt: new Date(),
      refreshExpiresAt: null,
      scopes: ['pages_show_list'],
    };
    expect(await used.driver.oauth?.accountTokens?.('135', granted, {})).toEqual({
      accessToken: 'page-token',
      refreshToken: null,
      accessExpiresAt: null,
      refreshExpiresAt: null,
      scopes: ['pages_show_list'],
    });
    expect(used.stub.requests[0]?.path).toBe('/v25.0/135?fields=access_token%2Cname');
    const error = await rejectionOf(used.driver.oauth?.accountTokens?.('../me', granted, {}));
    expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', status: null });
  });
});
