import { describe, expect, it } from 'vitest';
import type { Checkpoint, ConnectedAccount } from '../../src/index.ts';
import { useMediaServer } from '../support/served-media.ts';
import {
  type ErrorRow,
  EXPECTED,
  registrationOf,
  rejectionOf,
  type StubReply,
  useStubbedDriver,
} from '../support/stub-network.ts';
import { graphRefusal, graphRows } from './graph-refusal.ts';

const NOTHING = 'nothing was published';
const REACH = "check that this server's public address (SOCIAL_BASE_URL) can be reached from the internet";
const { unavailable, unreachableFile, reconnect, notFound, forbidden, refused, refusedFile, limited, invalid } =
  EXPECTED;
const TROUBLE = `Instagram has trouble; ${NOTHING}, try again later`;

/** As the network's page of error codes lists them. */
const ROWS: readonly ErrorRow[] = [
  ...graphRows(400, unreachableFile, {
    '-2.2207003, download takes too long': `it took Instagram too long to fetch the file; ${NOTHING}, ${REACH}`,
    '-2.2207020, media expired': `the file has expired at Instagram; ${NOTHING}, send it again`,
  }),
  ['-1, server error', graphRefusal(-1, { subcode: 2_207_001 }), unavailable, TROUBLE],
  ['-1, creation failed', graphRefusal(-1, { subcode: 2_207_032 }), unavailable, TROUBLE],
  ['-1, unknown upload error', graphRefusal(-1, { subcode: 2_207_053 }), unavailable, TROUBLE],
  ...graphRows(400, unavailable, {
    '9007.2207027, not ready': `Instagram is still preparing the post; ${NOTHING}, try again in a moment`,
  }),
  ...graphRows(400, invalid, {
    '1.2207057, thumbnail offset':
      'the moment chosen for the cover picture is not within the video; choose one from 0 to its end',
    '100.2207040, too many tags': 'Instagram takes at most 20 mentions (@name) in a post; leave some out',
    '36004.2207010, caption too long':
      'the caption is too long for Instagram: at most 2200 characters, 30 hashtags and 20 mentions',
  }),
  ...graphRows(400, refused, {
    '4.2207051, restricted activity':
      'Instagram restricts what this account does, to protect its community; wait, and see the account there',
    '24.2207008, container gone':
      'what was prepared for this post no longer exists at Instagram, or has expired; send it again',
  }),
  ...graphRows(400, limited, {
    '9.2207042, maximum of posts':
      "the account's posts of the last 24 hours have reached Instagram's limit; try again later",
    '80002, limit of Instagram': 'Instagram is rate limiting this account; try again later',
  }),
  ...graphRows(400, notFound, {
    '24.2207006, media not found': 'Instagram has no such post, or does not show it to the connected account',
  }),
  ...graphRows(400, forbidden, {
    '25.2207050, restricted account':
      'Instagram has restricted this account; sign in there with it and see what it wants',
  }),
  ...graphRows(400, refusedFile, {
    '100.2207023, media type unknown': 'Instagram does not know this kind of media; use JPEG, MP4 or MOV',
    '100.2207028, size of a carousel': 'Instagram takes 2 to 10 images and videos in one post',
    '352.2207026, video format':
      'Instagram does not take this video; make it an MP4 or MOV of 3 s to 15 min, H.264 or HEVC, 23 to 60 fps',
    '36000.2207004, image too large': 'an image is too large for Instagram; make it smaller than 8 MiB',
    '36001.2207005, image format': 'Instagram takes images as JPEG only; convert the image',
    '36003.2207009, aspect ratio': 'Instagram takes images that are between 4:5 and 1.91:1 only; crop the image',
  }),
  [
    '9004.2207052, not fetched',
    graphRefusal(9004, { subcode: 2_207_052, message: 'Only photo or video can be accepted as media type.' }),
    { kind: 'rejected', code: 'media_unreachable', upstreamCode: '2207052' },
    `Instagram could not fetch the file from this server; ${NOTHING}, ${REACH}`,
  ],
  ...graphRows(400, reconnect, {
    '190, token': 'Instagram no longer accepts this connection; connect photonet again',
  }),
];

const files = await useMediaServer();

describe('messages when Instagram refuses', () => {
  const used = useStubbedDriver('instagram');
  const account: ConnectedAccount = { accountId: '178', username: 'ada', accountUrn: null, accessToken: 'very-secret' };
  const publish = () =>
    used.driver.publish({ text: 'hello', media: [files.jpeg({ shade: 1 })], settings: {} }, account, {});

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
    used.stub.reply = (response, { path }) => {
      const { status, body } = usual[path.split('?')[0]?.split('/').at(-1) ?? ''] ?? { status: 404 };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
  }

  it.each(ROWS)('%s, while a post is prepared', async (_name, reply, expected, message) => {
    answer({ media: reply });
    expect(await rejectionOf(publish())).toMatchObject({ ...expected, message, status: reply.status });
    expect(used.stub.requests.some(({ path }) => path.includes('media_publish'))).toBe(false);
  });

  it.each(ROWS)('%s, where the post is published: trouble leaves it open, a refusal does not', async (...row) => {
    const [, reply, expected, message] = row;
    answer({ media_publish: reply });
    const error = await rejectionOf(publish());
    if (message === TROUBLE) expect(error).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
    else expect(error).toMatchObject({ ...expected, message });
  });

  it.each(ROWS.filter(([, , { upstreamCode }]) => upstreamCode?.startsWith('2207')))(
    '%s, where the status of a container names the code',
    async (_name, _reply, { kind, code, upstreamCode }) => {
      const status = `Error: Media upload has failed with error code ${upstreamCode}`;
      answer({ '901': { status: 200, body: { id: '901', status_code: 'ERROR', status } } });
      expect(await rejectionOf(publish())).toMatchObject({ kind, code, upstreamCode });
    },
  );

  it('explains a container that failed without a reason', async () => {
    answer({ '901': { status: 200, body: { id: '901', status_code: 'ERROR', status: 'Error' } } });
    expect(await rejectionOf(publish())).toMatchObject({
      ...refusedFile,
      message: `Instagram could not process the file; ${NOTHING}`,
    });
  });

  it.each([
    ['preparing', '900', ''],
    ['publishing', '900', ''],
    ['preparing', null, '900 899'],
  ])('prepares failed containers again when it resumes a publish at %s', async (stage, container, children) => {
    const media = [files.jpeg({ shade: 1 }), files.jpeg({ shade: 2 })];
    const post = { text: 'hello', media: container === null ? media : media.slice(0, 1), settings: {} };
    const saved: Checkpoint[] = [];
    answer({ media_publish: { status: 500 } });
    await rejectionOf(used.driver.publish(post, account, { saveCheckpoint: async (each) => void saved.push(each) }));
    const dead = { status: 200, body: { id: '900', status_code: 'ERROR', status: 'Error' } };
    answer({ '900': dead });
    const checkpoint = { ...saved.at(-1), stage, container, children };
    expect(await used.driver.publish(post, account, { checkpoint })).toMatchObject({ platformPostId: '902' });
    answer({ '900': dead, '901': dead });
    expect(await rejectionOf(used.driver.publish(post, account, { checkpoint }))).toMatchObject(refusedFile);
  });

  it('refuses a post over the limit before anything is prepared', async () => {
    const data = [{ quota_usage: 25, config: { quota_total: 25, quota_duration: 86_400 } }];
    answer({ content_publishing_limit: { status: 200, body: { data } } });
    expect(await rejectionOf(publish())).toMatchObject({
      kind: 'rate-limited',
      code: 'network_rate_limited',
      message:
        'the account has used 25 of the 25 posts that Instagram takes in 24 hours; nothing was sent, try again later',
    });
    expect(used.stub.requests).toHaveLength(1);
  });

  it('publishes even where the network does not tell the limit, or the address of the post', async () => {
    answer({ content_publishing_limit: { status: 200, body: { data: [] } }, '902': { status: 500 } });
    expect(await publish()).toEqual({ platformPostId: '902', url: `${used.stub.url}/ada/` });
  });

  it('exchanges a code for a long token in both shapes that the network has', async () => {
    const short = { access_token: 'short', user_id: 178, permissions: ['instagram_business_basic'] };
    const shapes = [short, { data: [{ ...short, permissions: 'instagram_business_basic' }] }];
    for (const shape of shapes) {
      used.stub.reply = (response, { method }) => {
        const long = { access_token: 'long', token_type: 'bearer', expires_in: 5_183_944 };
        response.end(JSON.stringify(method === 'POST' ? shape : long));
      };
      const request = { code: 'c', redirectUri: 'https://social.example/cb', codeVerifier: 'v' };
      expect(await used.driver.oauth?.exchangeCode(request, {})).toMatchObject({
        accessToken: 'long',
        refreshToken: 'long',
        scopes: ['instagram_business_basic'],
      });
    }
  });

  it('tells a post that is gone from a refusal of what is asked about it', async () => {
    const { counters } = used.driver;
    if ('none' in counters) return expect.fail('the driver reads counters');
    for (const gone of [graphRefusal(100, { subcode: 33 }), graphRefusal(24, { subcode: 2_207_006 })]) {
      used.stub.reply = gone;
      expect(await counters.read('902', account, {})).toBeNull();
    }
    used.stub.reply = graphRefusal(100, { message: '(#100) Tried accessing nonexisting field (like_count)' });
    expect(await rejectionOf(counters.read('902', account, {}))).toMatchObject({
      kind: 'rejected',
      upstreamCode: '100',
    });
  });

  it('reads what an earlier version of the API tells an account that signed in at Facebook', async () => {
    const app = { clientId: 'id', clientSecret: 'secret', apiUrl: used.stub.url, oauthUrl: used.stub.url };
    const { counters } = registrationOf('instagram-facebook').create(app);
    if ('none' in counters) return expect.fail('the driver reads counters');
    used.stub.requests.length = 0;
    used.stub.reply = (response, { path }) => {
      const message = '(#100) Tried accessing nonexisting field (total_views_count)';
      const isKnown = !path.includes('total_views_count');
      const { status, body } = isKnown ? { status: 200, body: { like_count: 3 } } : graphRefusal(100, { message });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    expect(await counters.read('902', account, {})).toEqual({ like_count: 3 });
    expect(used.stub.requests).toHaveLength(2);
    used.stub.requests.length = 0;
    used.stub.reply = graphRefusal(10, { status: 403 });
    expect(await rejectionOf(counters.read('902', account, {}))).toMatchObject(forbidden);
    expect(used.stub.requests).toHaveLength(1);
  });

  it('connects no personal account', async () => {
    used.stub.reply = { status: 200, body: { user_id: '178', username: 'ada', account_type: 'Personal' } };
    expect(await rejectionOf(used.driver.oauth?.listAccounts('very-secret', {}))).toMatchObject({
      code: 'network_forbidden',
      message: 'Instagram lets only business and creator accounts publish; switch the account to one of them',
    });
  });

  it('sends its token to no foreign upload address', async () => {
    const app = { clientId: 'id', clientSecret: 'secret', apiUrl: used.stub.url, oauthUrl: used.stub.url };
    const viaFacebook = registrationOf('instagram-facebook').create(app);
    for (const uri of ['https://evil.example/x', 'http://127.0.0.1:9/x', 'https://rupload.facebook.com.evil/', 7]) {
      used.stub.requests.length = 0;
      answer({ media: { status: 200, body: { id: '901', uri } } });
      const post = { text: 'a', media: [files.video({ bytes: 100 })], settings: {} };
      expect(await rejectionOf(viaFacebook.publish(post, account, {}))).toMatchObject({ kind: 'unavailable' });
      expect(used.stub.requests.map(({ path }) => path.split('?')[0])).toEqual([
        '/v25.0/178/content_publishing_limit',
        '/v25.0/178/media',
      ]);
    }
  });
});
