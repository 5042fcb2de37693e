import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectedAccount, PlatformDriver, PlatformErrorKind } from '../src/index.ts';
import { findNetwork } from '../src/index.ts';
import { sampleVideo } from './sample-video.ts';
import { rejectionOf, type StubNetwork, startStubNetwork } from './stub-network.ts';

const LOG_ID = '202210112248442CB9319E1FB30C1073F3';
const PUBLISH_ID = 'v_pub_file~v2-1.123456789';
const UPLOAD = '/video/?upload_id=67890&upload_token=Xza123';

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const ok = (data: unknown): Reply => ({
  status: 200,
  body: { data, error: { code: 'ok', message: '', log_id: LOG_ID } },
});
const refused = (status: number, code: string, message = 'As documented.'): Reply => ({
  status,
  body: { data: {}, error: { code, message, log_id: LOG_ID } },
});

type Row = readonly [
  status: number,
  upstreamCode: string,
  expected: { kind: PlatformErrorKind; code: string },
  message: string | RegExp,
  words?: string,
];

const reconnect = { kind: 'reconnect', code: 'reconnect_required' } as const;
const limited = { kind: 'rate-limited', code: 'network_rate_limited' } as const;
const forbidden = { kind: 'rejected', code: 'network_forbidden' } as const;
const tooManyPosts =
  'the network takes no more posts of this account from apps today (about 15 in 24 hours); try again later';
const banned = "the network has banned this account from posting; look at the notices in the account's app";
const userCap =
  'as many accounts as the app may serve in a day have posted through it (5 until the network has audited it); try again later';

/** What calls of the API refuse, in the order of the documentation. */
const ROWS: readonly Row[] = [
  [400, 'invalid_param', { kind: 'rejected', code: 'network_refused' }, 'the network refused: "As documented."'],
  [400, 'invalid_params', { kind: 'rejected', code: 'network_refused' }, 'the network refused: "As documented."'],
  [
    400,
    'invalid_param',
    { kind: 'rejected', code: 'invalid_request' },
    'the network does not take this text; shorten it to 2200 characters (an emoji counts 2 or more)',
    'The title is too long.',
  ],
  [
    400,
    'invalid_publish_id',
    { kind: 'not-found', code: 'network_not_found' },
    'the network does not know this publish any more',
  ],
  [
    400,
    'token_not_authorized_for_specified_publish_id',
    forbidden,
    'the network shows this publish only to the connection that began it',
  ],
  [
    400,
    'app_version_check_failed',
    { kind: 'rejected', code: 'network_refused' },
    "the app on the account's phone is too old for this; update it there",
  ],
  [401, 'access_token_invalid', reconnect, 'the network no longer accepts this connection; connect shortvideo again'],
  [
    401,
    'scope_not_authorized',
    reconnect,
    'a permission was not given at the network; connect shortvideo again and leave every permission on',
  ],
  [403, 'spam_risk_too_many_posts', limited, tooManyPosts],
  [403, 'spam_risk_user_banned_from_posting', forbidden, banned],
  [
    403,
    'spam_risk_too_many_pending_share',
    limited,
    "too many drafts wait in the account's inbox at the network (5 in 24 hours); finish or delete some in its app; try again later",
  ],
  [403, 'reached_active_user_cap', limited, userCap],
  [
    403,
    'unaudited_client_can_only_post_to_private_accounts',
    forbidden,
    'until the network has audited the app, it may only post to private accounts; make the account private at the network, or apply for the audit',
  ],
  [
    403,
    'url_ownership_unverified',
    { kind: 'rejected', code: 'media_refused' },
    "the network fetches files only from addresses that the app has proven to own; verify SOCIAL_BASE_URL among the URL properties in the network's developer portal, and upload files to this server first",
  ],
  [
    403,
    'privacy_level_option_mismatch',
    { kind: 'rejected', code: 'invalid_request' },
    'the account does not offer this privacy level; leave out meta.privacyLevel, or set one that it offers',
  ],
  [429, 'rate_limit_exceeded', limited, /^the network is rate limiting this account until \d\d:\d\d UTC$/],
  [
    500,
    'internal_error',
    { kind: 'unavailable', code: 'network_unavailable' },
    'the network has trouble (status 500); try again later',
  ],
];

const media = { kind: 'rejected', code: 'media_refused' } as const;
const refusal = { kind: 'rejected', code: 'network_refused' } as const;
const unreachable = { kind: 'unavailable', code: 'media_unreachable' } as const;
const notFetched = (noun: string): string =>
  `the network could not fetch the ${noun}; the address must answer it over https, without redirects, for an hour`;

/** What ends a publish that was accepted at first. */
const FAIL_REASONS: readonly (readonly [string, { kind: PlatformErrorKind; code: string }, string])[] = [
  [
    'file_format_check_failed',
    media,
    'the network cannot read the file; make it an MP4 with H.264 (MOV and WebM are taken, too), or a JPEG or WebP photo',
  ],
  [
    'duration_check_failed',
    media,
    'the video is too short or too long for this account; the network takes 10 minutes at most, and fewer of some accounts',
  ],
  ['frame_rate_check_failed', media, 'the network takes videos with 23 to 60 frames a second; convert the video'],
  [
    'picture_size_check_failed',
    media,
    'the network takes videos with sides of 360 to 4096 pixels and photos up to 1080p; change the size',
  ],
  [
    'internal',
    { kind: 'unavailable', code: 'network_unavailable' },
    'the network had trouble with the file; nothing was published, try again later',
  ],
  ['video_pull_failed', unreachable, notFetched('video')],
  ['photo_pull_failed', unreachable, notFetched('photos')],
  ['publish_cancelled', refusal, 'the post was called off at the network before it was published'],
  [
    'auth_removed',
    reconnect,
    'the permission was withdrawn at the network before the post was published; connect shortvideo again',
  ],
  ['spam_risk_too_many_posts', limited, tooManyPosts.replace('; try again later', '')],
  ['spam_risk_user_banned_from_posting', forbidden, banned],
  ['spam_risk_text', refusal, 'the network takes the text for spam, and did not publish it; change the text'],
  ['spam_risk', refusal, 'the network takes the post for spam, and did not publish it; change the text or the file'],
  ['something_new', refusal, 'the network did not publish it: "something_new"'],
];

describe('what a user reads when TikTok refuses', () => {
  let stub: StubNetwork;
  let driver: PlatformDriver;
  const account: ConnectedAccount = {
    accountId: 'afd97af1-b87b-48b9-ac98-410aghda5344',
    username: 'ada',
    accountUrn: null,
    accessToken: 'act.very-secret-token',
  };

  beforeAll(async () => {
    stub = await startStubNetwork();
    const registration = findNetwork('shortvideo');
    if (!registration) throw new Error('shortvideo has no network');
    driver = registration.create({ clientId: 'key', clientSecret: 'secret', apiUrl: stub.url, oauthUrl: stub.url });
  });
  afterAll(() => stub[Symbol.asyncDispose]());

  /** Answers as the documentation shows it, except what a test changes. */
  function answer(changes: { creator?: Reply; init?: Reply; put?: Reply; status?: Reply } = {}): void {
    stub.requests.length = 0;
    const replies: Record<string, Reply> = {
      creator_info: ok({
        creator_avatar_url: 'https://lf16-tt4d.tiktokcdn.com/obj/tiktok-open-platform/8d5740ac3844be417beeacd0df75aef1',
        creator_username: 'tiktok',
        creator_nickname: 'TikTok Official',
        privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
        comment_disabled: false,
        duet_disabled: false,
        stitch_disabled: true,
        max_video_post_duration_sec: 300,
      }),
      init: ok({ publish_id: PUBLISH_ID, upload_url: `${stub.url}${UPLOAD}` }),
      put: { status: 201, headers: { 'content-range': 'bytes 0-1000/1000' } },
      status: ok({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: ['@'], uploaded_bytes: 1000 }),
      ...changes,
      ...(changes.creator && { creator_info: changes.creator }),
    };
    stub.reply = (response: ServerResponse, { method, path }) => {
      const name = method === 'PUT' ? 'put' : (/creator_info|init|status/.exec(path)?.[0] ?? '');
      const { status, body, headers } = replies[name] ?? { status: 404 };
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      // The id is larger than any number that JavaScript could write.
      response.end(body === undefined ? '' : JSON.stringify(body).replace('"@"', '7206833554123456789'));
    };
  }
  const publish = () => driver.publish({ text: 'hello', media: [sampleVideo(1000)], meta: {} }, account, {});

  const rows = ROWS.map(
    ([status, code, expected, message, words]) => [status, code, expected, message, words] as const,
  );
  it.each(rows)('%i %s', async (status, upstreamCode, expected, message, words) => {
    answer({ init: refused(status, upstreamCode, words) });
    const error = await rejectionOf(publish());
    const read = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(error).toMatchObject({ ...expected, status, upstreamCode, message: read });
  });

  it.each([
    ['spam_risk_too_many_posts', limited, tooManyPosts],
    ['spam_risk_user_banned_from_posting', forbidden, banned],
    ['reached_active_user_cap', limited, userCap],
    ['something_new', refusal, 'the network refused: "As documented."'],
    [
      'internal_error',
      { kind: 'unavailable', code: 'network_unavailable' },
      'the network has trouble (status 200); try again later',
    ],
  ])('%s, which the creator info says with status 200', async (upstreamCode, expected, message) => {
    answer({ creator: refused(200, upstreamCode) });
    expect(await rejectionOf(publish())).toMatchObject({ ...expected, status: 200, upstreamCode, message });
    expect(stub.requests).toHaveLength(1);
  });

  it.each(FAIL_REASONS)('a publish that fails by %s', async (reason, expected, message) => {
    answer({ status: ok({ status: 'FAILED', fail_reason: reason, uploaded_bytes: 1000 }) });
    expect(await rejectionOf(publish())).toMatchObject({ ...expected, upstreamCode: reason, message });
  });

  it.each<[string, Reply, { kind: PlatformErrorKind; code: string }, string]>([
    ['400, malformed', { status: 400 }, refusal, 'the network refused the request with status 400'],
    [
      '403, the address has run out',
      { status: 403 },
      { kind: 'unavailable', code: 'network_unavailable' },
      'the network ended the upload, which may take an hour, before the video was complete; nothing was published',
    ],
    [
      '404, no such upload',
      { status: 404 },
      { kind: 'unavailable', code: 'network_unavailable' },
      'the network ended the upload, which may take an hour, before the video was complete; nothing was published',
    ],
  ])('a chunk that is answered with %s', async (_name, put, expected, message) => {
    answer({ put, status: ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 0 }) });
    expect(await rejectionOf(publish())).toMatchObject({ ...expected, message });
  });

  it('does not take a draft in the inbox for a post', async () => {
    answer({ status: ok({ status: 'SEND_TO_USER_INBOX' }) });
    expect(await rejectionOf(publish())).toMatchObject({
      kind: 'outcome-unknown',
      code: 'outcome_unknown',
      message: "the network put it into the account's inbox instead of publishing it; finish or delete it in its app",
    });
  });

  it('416 that says that everything is there already', async () => {
    answer({ put: { status: 416, headers: { 'content-range': 'bytes 0-1000/1000' } } });
    expect(await publish()).toMatchObject({ platformPostId: '7206833554123456789' });
  });

  it.each([
    [200, 'invalid_grant', 'Refresh token is invalid or expired.', reconnect, 'connect shortvideo again'],
    [400, 'invalid_grant', 'Authorization code is expired.', reconnect, 'connect shortvideo again'],
    [200, 'invalid_client', 'Client key or secret is incorrect.', forbidden, 'SOCIAL_SHORTVIDEO_CLIENT_SECRET'],
    [401, 'unauthorized_client', 'Not allowed.', forbidden, 'SOCIAL_SHORTVIDEO_CLIENT_ID'],
    [
      200,
      'invalid_request',
      'Code verifier or code challenge is invalid.',
      refusal,
      'start connecting shortvideo again',
    ],
    [200, 'invalid_request', 'Redirect_uri is not matched with the uri.', forbidden, 'register it in the app'],
    [200, 'invalid_request', 'The parameters are malformed.', refusal, '"The parameters are malformed."'],
  ])('%i %s of the sign-in: %s', async (status, error, error_description, expected, message) => {
    stub.reply = { status, body: { error, error_description, log_id: LOG_ID } };
    const request = { code: 'the-code', redirectUri: 'https://social.example/cb', codeVerifier: 'v'.repeat(43) };
    const failure = await rejectionOf(driver.oauth?.exchangeCode(request, {}) ?? Promise.resolve());
    expect(failure).toMatchObject({ ...expected, status, message: expect.stringContaining(message) });
  });

  it('sends what the documentation shows', async () => {
    answer();
    expect(await publish()).toEqual({
      platformPostId: '7206833554123456789',
      url: `${stub.url}/@tiktok/video/7206833554123456789`,
    });
    expect(stub.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v2/post/publish/creator_info/query/',
      'POST /v2/post/publish/video/init/',
      `PUT ${UPLOAD}`,
      'POST /v2/post/publish/status/fetch/',
    ]);
    const [creator, init, put, status] = stub.requests;
    const headers = {
      authorization: `Bearer ${account.accessToken}`,
      'content-type': 'application/json; charset=UTF-8',
    };
    expect(creator).toMatchObject({ headers, body: '' });
    expect(JSON.parse(init?.body ?? '')).toEqual({
      post_info: {
        title: 'hello',
        privacy_level: 'PUBLIC_TO_EVERYONE',
        disable_comment: false,
        disable_duet: false,
        disable_stitch: true,
      },
      source_info: { source: 'FILE_UPLOAD', video_size: 1000, chunk_size: 1000, total_chunk_count: 1 },
    });
    expect(put?.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '1000',
      'content-range': 'bytes 0-999/1000',
    });
    expect(put?.headers).not.toHaveProperty('authorization');
    expect(JSON.parse(status?.body ?? '')).toEqual({ publish_id: PUBLISH_ID });
  });

  it('sends no file to a host that is not the network’s', async () => {
    for (const upload_url of ['https://evil.example/x', 'http://open-upload.tiktokapis.com/x', 'nonsense', 7, null]) {
      answer({ init: ok({ publish_id: PUBLISH_ID, upload_url }) });
      expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable' });
      expect(stub.requests).toHaveLength(2);
    }
  });

  it('takes a hostile identity only as far as it is safe', async () => {
    const identify = async (user: unknown) => {
      stub.reply = ok({ user });
      return driver.oauth?.listAccounts(account.accessToken, {});
    };
    const hostile = { open_id: 'a-1', display_name: ' A\u202Eda\n', avatar_url: 'javascript:x', username: '../ada' };
    expect(await identify(hostile)).toEqual([
      {
        accountId: 'a-1',
        name: 'A da',
        description: 'Personal account',
        type: 'personal',
        picture: null,
        username: null,
        accountUrn: null,
      },
    ]);
    for (const user of [{ display_name: 'no id' }, { open_id: 'a/../b' }, [], 'text', null]) {
      expect(await rejectionOf(identify(user))).toMatchObject({ kind: 'unavailable' });
    }
  });

  it('knows an account whose name it was not allowed to read', async () => {
    stub.reply = (response, { path }) => {
      const { status, body } = path.includes('username')
        ? refused(401, 'scope_not_authorized')
        : ok({ user: { open_id: 'a-1', display_name: 'Ada' } });
      response.writeHead(status).end(JSON.stringify(body));
    };
    expect(await driver.oauth?.listAccounts(account.accessToken, {})).toMatchObject([
      { accountId: 'a-1', username: null },
    ]);
  });

  it('announces its proof key as web apps do, and as desktop apps must', async () => {
    const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const challenge = async (redirectUri: string) => {
      const page = await driver.oauth?.authorizeUrl({ redirectUri, state: 's', codeVerifier });
      return page?.searchParams.get('code_challenge');
    };
    expect(await challenge('https://social.example/cb')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    expect(await challenge('http://127.0.0.1:8787/cb')).toMatch(/^13d31e961a1ad8ec2f16b10c4c982e08/);
  });
});
