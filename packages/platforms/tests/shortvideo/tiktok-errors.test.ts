import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sampleVideo } from '../support/media-samples.ts';
import {
  codeRows,
  describeErrorRules,
  type ErrorRow,
  EXPECTED,
  rejectionOf,
  type StubReply,
  stubAccount,
  useStubbedDriver,
} from '../support/stub-network.ts';

const LOG_ID = '202210112248442CB9319E1FB30C1073F3';
const PUBLISH_ID = 'v_pub_file~v2-1.123456789';
const UPLOAD = '/video/?upload_id=67890&upload_token=Xza123';

const ok = (data: unknown): StubReply => ({
  status: 200,
  body: { data, error: { code: 'ok', message: '', log_id: LOG_ID } },
});
const refusal = (status: number, code: string, message = 'As documented.'): StubReply => ({
  status,
  body: { data: {}, error: { code, message, log_id: LOG_ID } },
});

const { invalid, refusedFile, refused, forbidden, notFound, reconnect, limited, unavailable, unreachableFile } =
  EXPECTED;
const tooManyPosts =
  'TikTok takes no more posts of this account from apps today (about 15 in 24 hours); try again later';
const banned = "TikTok has banned this account from posting; look at the notices in the account's app";
const userCap =
  'as many accounts as the app may serve in a day have posted through it (5 until TikTok has audited it); try again later';

/** Refusals of the API's calls. */
const ROWS: readonly ErrorRow[] = [
  ...codeRows(refused, (code) => refusal(400, code), {
    invalid_param: 'the network refused: "As documented."',
    invalid_params: 'the network refused: "As documented."',
    app_version_check_failed: "the app on the account's phone is too old for this; update it there",
  }),
  ...codeRows(invalid, (code) => refusal(400, code, 'The title is too long.'), {
    invalid_param: 'TikTok does not take this text; shorten it to 2200 characters (an emoji counts 2 or more)',
  }),
  ...codeRows(notFound, (code) => refusal(400, code), {
    invalid_publish_id: 'TikTok no longer knows this publish',
  }),
  ...codeRows(forbidden, (code) => refusal(400, code), {
    token_not_authorized_for_specified_publish_id: 'TikTok shows this publish only to the connection that began it',
  }),
  ...codeRows(reconnect, (code) => refusal(401, code), {
    access_token_invalid: 'TikTok no longer accepts this connection; connect shortvideo again',
    scope_not_authorized:
      'a permission was not given at TikTok; connect shortvideo again and leave every permission on',
  }),
  ...codeRows(reconnect, (code) => refusal(400, code), {
    scope_permission_missed:
      'a permission was not given at TikTok; connect shortvideo again and leave every permission on',
  }),
  ...codeRows(limited, (code) => refusal(403, code), {
    spam_risk_too_many_posts: tooManyPosts,
    spam_risk_too_many_pending_share:
      "too many drafts wait in the account's inbox at TikTok (5 in 24 hours); finish or delete some in its app; try again later",
    reached_active_user_cap: userCap,
  }),
  ...codeRows(forbidden, (code) => refusal(403, code), {
    spam_risk_user_banned_from_posting: banned,
    unaudited_client_can_only_post_to_private_accounts:
      'until TikTok has audited the app, it may only post to private accounts; make the account private at TikTok, or apply for the audit',
  }),
  ...codeRows(refusedFile, (code) => refusal(403, code), {
    url_ownership_unverified:
      "TikTok fetches files only from addresses that the app has proven to own; verify SOCIAL_BASE_URL among the URL properties in TikTok's developer portal, and upload files to this server first",
  }),
  ...codeRows(invalid, (code) => refusal(403, code), {
    privacy_level_option_mismatch:
      'the account does not offer this privacy level; leave out privacyLevel, or set one that it offers',
  }),
  ...codeRows(limited, (code) => refusal(429, code), {
    rate_limit_exceeded: expect.stringMatching(/^TikTok is rate limiting this account until \d\d:\d\d UTC$/),
  }),
  ...codeRows(unavailable, (code) => refusal(500, code), {
    internal_error: 'the network has trouble (status 500); try again later',
  }),
];

/** Refusals that the creator info gives with status 200. */
const CREATOR_ROWS: readonly ErrorRow[] = [
  ...codeRows(limited, (code) => refusal(200, code), {
    spam_risk_too_many_posts: tooManyPosts,
    reached_active_user_cap: userCap,
  }),
  ...codeRows(forbidden, (code) => refusal(200, code), { spam_risk_user_banned_from_posting: banned }),
  ...codeRows(refused, (code) => refusal(200, code), { something_new: 'the network refused: "As documented."' }),
  ...codeRows(unavailable, (code) => refusal(200, code), {
    internal_error: 'the network has trouble (status 200); try again later',
  }),
];

const notFetched = (noun: string): string =>
  `TikTok could not fetch the ${noun}; the address must answer it over https, without redirects, for an hour`;
const failed = (reason: string): StubReply => ok({ status: 'FAILED', fail_reason: reason, uploaded_bytes: 1000 });

/** Reasons that end a publish after it was accepted. */
const FAIL_REASONS: readonly ErrorRow[] = [
  ...codeRows(refusedFile, failed, {
    file_format_check_failed:
      'TikTok cannot read the file; make it an MP4 with H.264 (MOV and WebM are taken, too), or a JPEG or WebP photo',
    duration_check_failed:
      'the video is too short or too long for this account; TikTok takes 10 minutes at most, and fewer of some accounts',
    frame_rate_check_failed: 'TikTok takes videos with 23 to 60 frames a second; convert the video',
    picture_size_check_failed:
      'TikTok takes videos with sides of 360 to 4096 pixels and photos up to 1080p; change the size',
  }),
  ...codeRows(unavailable, failed, {
    internal: 'TikTok had trouble with the file; nothing was published, try again later',
  }),
  ...codeRows(unreachableFile, failed, {
    video_pull_failed: notFetched('video'),
    photo_pull_failed: notFetched('photos'),
  }),
  ...codeRows(reconnect, failed, {
    auth_removed: 'the permission was withdrawn at TikTok before the post was published; connect shortvideo again',
  }),
  ...codeRows(limited, failed, { spam_risk_too_many_posts: tooManyPosts.replace('; try again later', '') }),
  ...codeRows(forbidden, failed, { spam_risk_user_banned_from_posting: banned }),
  ...codeRows(refused, failed, {
    publish_cancelled: 'the post was canceled at TikTok before it was published',
    spam_risk_text: 'TikTok takes the text for spam, and did not publish it; change the text',
    spam_risk: 'TikTok takes the post for spam, and did not publish it; change the text or the file',
    something_new: 'TikTok did not publish it: "something_new"',
  }),
];

describe('messages when TikTok refuses', () => {
  const used = useStubbedDriver('tiktok');
  const account = stubAccount('afd97af1-b87b-48b9-ac98-410aghda5344', {
    username: 'ada',
    accessToken: 'act.very-secret-token',
  });

  /** Answers as the documentation shows it, except what a test changes. */
  function answer(changes: { creator?: StubReply; init?: StubReply; put?: StubReply; status?: StubReply } = {}): void {
    used.stub.requests.length = 0;
    const replies: Record<string, StubReply> = {
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
      init: ok({ publish_id: PUBLISH_ID, upload_url: `${used.stub.url}${UPLOAD}` }),
      put: { status: 201, headers: { 'content-range': 'bytes 0-1000/1000' } },
      status: ok({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: ['@'], uploaded_bytes: 1000 }),
      ...changes,
      ...(changes.creator && { creator_info: changes.creator }),
    };
    used.stub.reply = (response: ServerResponse, { method, path }) => {
      const name = method === 'PUT' ? 'put' : (/creator_info|init|status/.exec(path)?.[0] ?? '');
      const { status, body, headers } = replies[name] ?? { status: 404 };
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      // The id is larger than any number that JavaScript could write.
      response.end(body === undefined ? '' : JSON.stringify(body).replace('"@"', '7206833554123456789'));
    };
  }
  const publish = (video = sampleVideo(1000)) =>
    used.driver.publish({ text: 'hello', media: [video], settings: {} }, account, {});

  describeErrorRules(used, ROWS, publish, (reply) => answer({ init: reply }));

  it.each(CREATOR_ROWS)('%s, which the creator info says', async (_name, reply, expected, message) => {
    answer({ creator: reply });
    expect(await rejectionOf(publish())).toMatchObject({ ...expected, status: 200, message });
    expect(used.stub.requests).toHaveLength(1);
  });

  it('refuses a video that is longer than the account may post, before anything is sent', async () => {
    answer({});
    expect(await rejectionOf(publish(sampleVideo(1000, { duration: 300.4 })))).toMatchObject({
      code: 'media_refused',
      message: 'clip.mp4 lasts 301 seconds; this account may post videos of up to 300 seconds',
    });
    expect(used.stub.requests).toHaveLength(1);
  });

  it.each(FAIL_REASONS)('a publish that fails by %s', async (_name, reply, expected, message) => {
    answer({ status: reply });
    expect(await rejectionOf(publish())).toMatchObject({ ...expected, message });
  });

  const endedUpload =
    'TikTok ended the upload, which may take an hour, before the video was complete; nothing was published';
  it.each([
    ['400, malformed', 400, refused, 'the network refused the request with status 400'],
    ['403, the address has run out', 403, unavailable, endedUpload],
    ['404, no such upload', 404, unavailable, endedUpload],
  ])('a chunk that is answered with %s', async (_name, status, expected, message) => {
    answer({ put: { status }, status: ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 0 }) });
    expect(await rejectionOf(publish())).toMatchObject({ ...expected, message });
  });

  it('does not take a draft in the inbox for a post', async () => {
    answer({ status: ok({ status: 'SEND_TO_USER_INBOX' }) });
    expect(await rejectionOf(publish())).toMatchObject({
      kind: 'outcome-unknown',
      code: 'outcome_unknown',
      message: "TikTok put it into the account's inbox instead of publishing it; finish or delete it in its app",
    });
  });

  it.each([
    [401, 'scope_not_authorized'],
    [400, 'scope_permission_missed'],
  ])('%i %s of a reading of counters does not ask to connect again for publishing', async (status, code) => {
    used.stub.reply = refusal(status, code);
    const { counters } = used.driver;
    if ('none' in counters) return expect.fail('the driver reads counters');
    expect(await rejectionOf(counters.read('7206833554123456789', account, {}))).toMatchObject({
      ...forbidden,
      upstreamCode: code,
      message: expect.stringContaining('SOCIAL_SHORTVIDEO_SCOPES'),
    });
  });

  it.each([
    [401, 'scope_not_authorized'],
    [400, 'scope_permission_missed'],
  ])('connects an account that has switched off the permission for its name, with %i %s', async (status, code) => {
    const user = { open_id: 'afd97af1', avatar_url: 'https://p16.tiktokcdn.example/a.jpeg', display_name: 'Ada' };
    used.stub.reply = (response, { path }) => {
      const { status: answered, body } = path.includes('username') ? refusal(status, code) : ok({ user });
      response.writeHead(answered, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    expect(await used.driver.oauth?.listAccounts('act.very-secret-token', {})).toMatchObject([
      { accountId: 'afd97af1', name: 'Ada', username: null },
    ]);
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
      refused,
      'start connecting shortvideo again',
    ],
    [200, 'invalid_request', 'Redirect_uri is not matched with the uri.', forbidden, 'register it in the app'],
    [200, 'invalid_request', 'The parameters are malformed.', refused, '"The parameters are malformed."'],
  ])('%i %s of the sign-in: %s', async (status, error, error_description, expected, message) => {
    used.stub.reply = { status, body: { error, error_description, log_id: LOG_ID } };
    const request = { code: 'the-code', redirectUri: 'https://social.example/cb', codeVerifier: 'v'.repeat(43) };
    const failure = await rejectionOf(used.driver.oauth?.exchangeCode(request, {}));
    expect(failure).toMatchObject({ ...expected, status, message: expect.stringContaining(message) });
  });

  it('sends what the documentation shows', async () => {
    answer();
    expect(await publish()).toEqual({
      platformPostId: '7206833554123456789',
      url: `${used.stub.url}/@tiktok/video/7206833554123456789`,
    });
    expect(used.stub.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v2/post/publish/creator_info/query/',
      'POST /v2/post/publish/video/init/',
      `PUT ${UPLOAD}`,
      'POST /v2/post/publish/status/fetch/',
    ]);
    const [creator, init, put, status] = used.stub.requests;
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
      expect(used.stub.requests).toHaveLength(2);
    }
  });

  it('reads only the safe parts of a hostile identity', async () => {
    const identify = async (user: unknown) => {
      used.stub.reply = ok({ user });
      return used.driver.oauth?.listAccounts(account.accessToken, {});
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

  it('lists an account whose name it may not read', async () => {
    used.stub.reply = (response, { path }) => {
      const { status, body } = path.includes('username')
        ? refusal(401, 'scope_not_authorized')
        : ok({ user: { open_id: 'a-1', display_name: 'Ada' } });
      response.writeHead(status).end(JSON.stringify(body));
    };
    expect(await used.driver.oauth?.listAccounts(account.accessToken, {})).toMatchObject([
      { accountId: 'a-1', username: null },
    ]);
  });

  it('sends the PKCE challenge of web apps, or of desktop apps', async () => {
    const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const challenge = async (redirectUri: string) => {
      const signIn = await used.driver.oauth?.beginSignIn({ redirectUri, state: 's', codeVerifier }, {});
      return signIn?.url.searchParams.get('code_challenge');
    };
    expect(await challenge('https://social.example/cb')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    expect(await challenge('http://127.0.0.1:8787/cb')).toMatch(/^13d31e961a1ad8ec2f16b10c4c982e08/);
  });
});
