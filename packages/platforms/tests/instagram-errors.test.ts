import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Checkpoint, type ConnectedAccount, findNetwork, type PlatformDriver } from '../src/index.ts';
import { type GraphRow, graphRefusal } from './graph-rows.ts';
import { type MediaServer, startMediaServer } from './served-media.ts';
import { rejectionOf, type StubNetwork, type StubReply, startStubNetwork } from './stub-network.ts';

const NOTHING = 'nothing was published';
const REACH = "check that this server's public address (SOCIAL_BASE_URL) can be reached from the internet";
const unavailable = { kind: 'unavailable', code: 'network_unavailable' } as const;
const unreachable = { kind: 'unavailable', code: 'media_unreachable' } as const;
const refused = { kind: 'rejected', code: 'network_refused' } as const;
const refusedFile = { kind: 'rejected', code: 'media_refused' } as const;
const invalid = { kind: 'rejected', code: 'invalid_request' } as const;
const TROUBLE = `the network has trouble; ${NOTHING}, try again later`;

/** As the network's page of error codes lists them; in the order of that page. */
const ROWS: readonly GraphRow[] = [
  [
    '-2, download takes too long',
    graphRefusal(-2, { subcode: 2_207_003 }),
    { ...unreachable, upstreamCode: '2207003' },
    `it took the network too long to fetch the file; ${NOTHING}, ${REACH}`,
  ],
  [
    '-2, media expired',
    graphRefusal(-2, { subcode: 2_207_020 }),
    unreachable,
    `the file has expired at the network; ${NOTHING}, send it again`,
  ],
  ['-1, server error', graphRefusal(-1, { subcode: 2_207_001 }), unavailable, TROUBLE],
  ['-1, creation failed', graphRefusal(-1, { subcode: 2_207_032 }), unavailable, TROUBLE],
  ['-1, unknown upload error', graphRefusal(-1, { subcode: 2_207_053 }), unavailable, TROUBLE],
  [
    '1, thumbnail offset',
    graphRefusal(1, { subcode: 2_207_057 }),
    invalid,
    'the moment chosen for the cover picture is not within the video; choose one from 0 to its end',
  ],
  [
    '4, restricted activity',
    graphRefusal(4, { subcode: 2_207_051 }),
    refused,
    'the network restricts what this account does, to protect its community; wait, and see the account there',
  ],
  [
    '9, maximum of posts',
    graphRefusal(9, { subcode: 2_207_042 }),
    { kind: 'rate-limited', code: 'network_rate_limited', upstreamCode: '2207042' },
    "the account's posts of the last 24 hours have reached the network's limit; try again later",
  ],
  [
    '24, media not found',
    graphRefusal(24, { subcode: 2_207_006 }),
    { kind: 'not-found', code: 'network_not_found' },
    'the network has no such post, or does not show it to the connected account',
  ],
  [
    '24, container gone',
    graphRefusal(24, { subcode: 2_207_008 }),
    refused,
    'what was prepared for this post does not exist at the network any more, or has expired; send it again',
  ],
  [
    '25, restricted account',
    graphRefusal(25, { subcode: 2_207_050 }),
    { kind: 'rejected', code: 'network_forbidden' },
    'the network has restricted this account; sign in there with it and see what it wants',
  ],
  [
    '100, media type unknown',
    graphRefusal(100, { subcode: 2_207_023 }),
    refusedFile,
    'the network does not know this kind of media; use JPEG, MP4 or MOV',
  ],
  [
    '100, size of a carousel',
    graphRefusal(100, { subcode: 2_207_028 }),
    refusedFile,
    'the network takes 2 to 10 images and videos in one post',
  ],
  [
    '100, too many tags',
    graphRefusal(100, { subcode: 2_207_040 }),
    invalid,
    'the network takes at most 20 mentions (@name) in a post; leave some out',
  ],
  [
    '352, video format',
    graphRefusal(352, { subcode: 2_207_026 }),
    refusedFile,
    'the network does not take this video; make it an MP4 or MOV of 3 s to 15 min, H.264 or HEVC, 23 to 60 fps',
  ],
  [
    '9004, not fetched',
    graphRefusal(9004, { subcode: 2_207_052, message: 'Only photo or video can be accepted as media type.' }),
    { kind: 'rejected', code: 'media_unreachable' },
    `the network could not fetch the file from this server; ${NOTHING}, ${REACH}`,
  ],
  [
    '9007, not ready',
    graphRefusal(9007, { subcode: 2_207_027 }),
    unavailable,
    `the network is still preparing the post; ${NOTHING}, try again in a moment`,
  ],
  [
    '36000, image too large',
    graphRefusal(36_000, { subcode: 2_207_004 }),
    refusedFile,
    'an image is too large for the network; make it smaller than 8 MiB',
  ],
  [
    '36001, image format',
    graphRefusal(36_001, { subcode: 2_207_005 }),
    refusedFile,
    'the network takes images as JPEG only; convert the image',
  ],
  [
    '36003, aspect ratio',
    graphRefusal(36_003, { subcode: 2_207_009 }),
    refusedFile,
    'the network takes images that are between 4:5 and 1.91:1 only; crop the image',
  ],
  [
    '36004, caption too long',
    graphRefusal(36_004, { subcode: 2_207_010 }),
    invalid,
    'the caption is too long for the network: at most 2200 characters, 30 hashtags and 20 mentions',
  ],
  [
    '190, token',
    graphRefusal(190),
    { kind: 'reconnect', code: 'reconnect_required' },
    'the network no longer accepts this connection; connect photonet again',
  ],
  [
    '80002, limit of Instagram',
    graphRefusal(80_002),
    { kind: 'rate-limited', code: 'network_rate_limited' },
    'the network is rate limiting this account; try again later',
  ],
];

describe('what a user reads when Instagram refuses', () => {
  let stub: StubNetwork;
  let files: MediaServer;
  let driver: PlatformDriver;
  const account: ConnectedAccount = { accountId: '178', username: 'ada', accountUrn: null, accessToken: 'very-secret' };
  const create = (network: string) =>
    findNetwork('photonet', network)?.create({
      clientId: 'id',
      clientSecret: 'app-secret',
      apiUrl: stub.url,
      oauthUrl: stub.url,
    }) ?? expect.fail(`${network} is not registered`);

  beforeAll(async () => {
    stub = await startStubNetwork();
    files = await startMediaServer();
    driver = create('instagram');
  });
  beforeEach(() => {
    stub.requests.length = 0;
  });
  afterAll(async () => {
    await stub[Symbol.asyncDispose]();
    await files[Symbol.asyncDispose]();
  });
  const publish = () => driver.publish({ text: 'hello', media: [files.jpeg({ shade: 1 })], meta: {} }, account, {});

  /** Answers what a publish asks; `replies` takes the place of single answers, by the end of the path. */
  function answer(replies: Readonly<Record<string, StubReply>> = {}): void {
    const usual: Readonly<Record<string, StubReply>> = {
      content_publishing_limit: { status: 200, body: { data: [{ quota_usage: 2, config: { quota_total: 50 } }] } },
      media: { status: 200, body: { id: '901' } },
      '901': { status: 200, body: { id: '901', status_code: 'FINISHED' } },
      media_publish: { status: 200, body: { id: '902' } },
      '902': { status: 200, body: { id: '902', permalink: 'https://www.instagram.com/p/abc/' } },
      ...replies,
    };
    stub.reply = (response, { path }) => {
      const { status, body } = usual[path.split('?')[0]?.split('/').at(-1) ?? ''] ?? { status: 404 };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
  }

  it.each(ROWS)('%s, while a post is prepared', async (_name, reply, expected, message) => {
    answer({ media: reply });
    expect(await rejectionOf(publish())).toMatchObject({ ...expected, message, status: reply.status });
    expect(stub.requests.some(({ path }) => path.includes('media_publish'))).toBe(false);
  });

  it.each(ROWS)('%s, where the post is published: trouble leaves it open, a refusal does not', async (...row) => {
    const [, reply, expected, message] = row;
    answer({ media_publish: reply });
    const error = await rejectionOf(publish());
    if (message === TROUBLE) expect(error).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
    else expect(error).toMatchObject({ ...expected, message });
  });

  it.each(ROWS.filter(([, , { upstreamCode }]) => upstreamCode !== undefined))(
    '%s, where the status of a container names the code',
    async (_name, _reply, { kind, code, upstreamCode }) => {
      const status = `Error: Media upload has failed with error code ${upstreamCode}`;
      answer({ '901': { status: 200, body: { id: '901', status_code: 'ERROR', status } } });
      expect(await rejectionOf(publish())).toMatchObject({ kind, code, upstreamCode });
    },
  );

  it('a container that failed for no reason that is told', async () => {
    answer({ '901': { status: 200, body: { id: '901', status_code: 'ERROR', status: 'Error' } } });
    expect(await rejectionOf(publish())).toMatchObject({
      ...refusedFile,
      message: `the network could not process the file; ${NOTHING}`,
    });
  });

  it.each([
    ['preparing', '900', ''],
    ['publishing', '900', ''],
    ['preparing', null, '900 899'],
  ])('prepares anew what had failed when a publish at %s goes on', async (stage, container, children) => {
    const media = [files.jpeg({ shade: 1 }), files.jpeg({ shade: 2 })];
    const post = { text: 'hello', media: container === null ? media : media.slice(0, 1), meta: {} };
    const saved: Checkpoint[] = [];
    answer({ media_publish: { status: 500 } });
    await rejectionOf(driver.publish(post, account, { saveCheckpoint: async (each) => void saved.push(each) }));
    const dead = { status: 200, body: { id: '900', status_code: 'ERROR', status: 'Error' } };
    answer({ '900': dead });
    const checkpoint = { ...saved.at(-1), stage, container, children };
    expect(await driver.publish(post, account, { checkpoint })).toMatchObject({ platformPostId: '902' });
    answer({ '900': dead, '901': dead });
    expect(await rejectionOf(driver.publish(post, account, { checkpoint }))).toMatchObject(refusedFile);
  });

  it('a limit that is reached, before anything is prepared', async () => {
    const data = [{ quota_usage: 25, config: { quota_total: 25, quota_duration: 86_400 } }];
    answer({ content_publishing_limit: { status: 200, body: { data } } });
    expect(await rejectionOf(publish())).toMatchObject({
      kind: 'rate-limited',
      code: 'network_rate_limited',
      message:
        'the account has used 25 of the 25 posts that the network takes in 24 hours; nothing was sent, try again later',
    });
    expect(stub.requests).toHaveLength(1);
  });

  it('publishes all the same where the network does not tell the limit, or the address of the post', async () => {
    answer({ content_publishing_limit: { status: 200, body: { data: [] } }, '902': { status: 500 } });
    expect(await publish()).toEqual({ platformPostId: '902', url: `${stub.url}/ada/` });
  });

  it('exchanges a code for a long token in both shapes that the network has', async () => {
    const short = { access_token: 'short', user_id: 178, permissions: ['instagram_business_basic'] };
    const shapes = [short, { data: [{ ...short, permissions: 'instagram_business_basic' }] }];
    for (const shape of shapes) {
      stub.reply = (response, { method }) => {
        const long = { access_token: 'long', token_type: 'bearer', expires_in: 5_183_944 };
        response.end(JSON.stringify(method === 'POST' ? shape : long));
      };
      const request = { code: 'c', redirectUri: 'https://social.example/cb', codeVerifier: 'v' };
      expect(await driver.oauth?.exchangeCode(request, {})).toMatchObject({
        accessToken: 'long',
        refreshToken: 'long',
        scopes: ['instagram_business_basic'],
      });
    }
  });

  it('connects no personal account', async () => {
    stub.reply = { status: 200, body: { user_id: '178', username: 'ada', account_type: 'Personal' } };
    expect(await rejectionOf(driver.oauth?.listAccounts('very-secret', {}) ?? Promise.resolve())).toMatchObject({
      code: 'network_forbidden',
      message: 'the network lets only business and creator accounts publish; switch the account to one of them',
    });
  });

  it('sends its token to no other host that an upload address may name', async () => {
    const viaFacebook = create('instagram-facebook');
    for (const uri of ['https://evil.example/x', 'http://127.0.0.1:9/x', 'https://rupload.facebook.com.evil/', 7]) {
      stub.requests.length = 0;
      answer({ media: { status: 200, body: { id: '901', uri } } });
      const post = { text: 'a', media: [files.video({ bytes: 100 })], meta: {} };
      expect(await rejectionOf(viaFacebook.publish(post, account, {}))).toMatchObject({ kind: 'unavailable' });
      expect(stub.requests.map(({ path }) => path.split('?')[0])).toEqual([
        '/v25.0/178/content_publishing_limit',
        '/v25.0/178/media',
      ]);
    }
  });
});
