import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Checkpoint, ConnectedAccount, OutgoingPost, PlatformDriver } from '../src/index.ts';
import { findNetwork, type PlatformErrorKind } from '../src/index.ts';
import { sampleVideo } from './sample-video.ts';
import { rejectionOf, type StubNetwork, type StubReply, startStubNetwork } from './stub-network.ts';

const refusal = (code: number, reason: string, message = 'in its own words', status?: string): StubReply => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: 'youtube', reason }], ...(status && { status }) } },
});

type Row = readonly [
  reason: string,
  status: number,
  expected: { kind: PlatformErrorKind; code: string; status?: number | null },
  message: string,
];

const invalid = { kind: 'rejected', code: 'invalid_request' } as const;
const refused = { kind: 'rejected', code: 'media_refused' } as const;
const denied = { kind: 'rejected', code: 'network_forbidden' } as const;
const limited = { kind: 'rate-limited', code: 'network_rate_limited' } as const;
const dead = { kind: 'reconnect', code: 'reconnect_required' } as const;
const unavailable = { kind: 'unavailable', code: 'network_unavailable' } as const;
const reconnect = 'the network no longer accepts this connection; connect video again';

/** The reasons as YouTube documents them, and what a user reads. */
const ROWS: readonly Row[] = [
  [
    'invalidTitle',
    400,
    invalid,
    'the network does not accept the title; give one of 1 to 100 characters without < and >',
  ],
  [
    'invalidDescription',
    400,
    invalid,
    'the network does not accept the text as a description; it takes 5000 bytes without < and >',
  ],
  ['invalidTags', 400, invalid, 'the network does not accept the tags; they may have 500 characters in total'],
  [
    'invalidCategoryId',
    400,
    invalid,
    'the network does not know this category; give another categoryId, for example 22',
  ],
  ['invalidPublishAt', 400, invalid, 'the network does not accept the time of publication'],
  ['invalidFilename', 400, invalid, 'the network does not accept the name of the file; rename it'],
  [
    'invalidVideoMetadata',
    400,
    invalid,
    'the network does not accept what was said about the video; check title, tags and privacyStatus',
  ],
  ['defaultLanguageNotSet', 400, invalid, 'the network wants a default language with translated texts'],
  ['bulletinTextRequired', 400, invalid, 'the network wants a text for a community post'],
  ['mediaBodyRequired', 400, refused, 'the network says that the video is empty; check the file'],
  ['badContent', 400, refused, 'the network does not take files of this type; convert the video'],
  [
    'uploadLimitExceeded',
    400,
    limited,
    'the account has uploaded as many videos as the network allows it for now; try again later',
  ],
  ['authError', 401, dead, reconnect],
  ['authorizationRequired', 401, dead, reconnect],
  [
    'youtubeSignupRequired',
    401,
    { kind: 'rejected', code: 'network_refused' },
    'this account has no channel yet; create one on the website of the network, then connect video again',
  ],
  [
    'forbidden',
    403,
    denied,
    'the network does not allow this connection to do that; connect video again, and check the channel',
  ],
  [
    'insufficientPermissions',
    403,
    denied,
    'a permission is missing; connect video again and leave every permission ticked',
  ],
  [
    'forbiddenPrivacySetting',
    403,
    invalid,
    'the network does not let this account use that privacyStatus; give another one',
  ],
  ['forbiddenLicenseSetting', 403, invalid, 'the network does not let this account use that license'],
  ['rateLimitExceeded', 403, limited, 'the network is rate limiting this account; try again later'],
  ['uploadRateLimitExceeded', 429, limited, 'the network is rate limiting this account; try again later'],
  ['rateLimitExceeded', 429, limited, 'the network is rate limiting this account; try again later'],
  ['internalError', 500, unavailable, 'the network has trouble (status 500); try again later'],
  ['backendError', 503, unavailable, 'the network has trouble (status 503); try again later'],
  ['notFound', 404, { kind: 'not-found', code: 'network_not_found' }, 'the network does not have this video or upload'],
  ['processingFailure', 400, { kind: 'rejected', code: 'network_refused' }, 'the network refused: "in its own words"'],
];

describe('what a user reads when YouTube refuses', () => {
  let stub: StubNetwork;
  let driver: PlatformDriver;
  const account: ConnectedAccount = {
    accountId: 'UCabc',
    username: null,
    accountUrn: null,
    accessToken: 'very-secret-token',
  };
  const video = sampleVideo(1000);

  beforeAll(async () => {
    stub = await startStubNetwork();
    const registration = findNetwork('video');
    if (!registration) throw new Error('video has no network');
    driver = registration.create({ clientId: 'id', clientSecret: 'secret', apiUrl: stub.url, oauthUrl: stub.url });
  });
  beforeEach(() => {
    stub.requests.length = 0;
  });
  afterAll(() => stub[Symbol.asyncDispose]());

  const publish = (text = 'Words', media = [video]) => driver.publish({ text, media, meta: {} }, account, {});

  /** Opens a session and answers its parts as told. */
  function answerParts(reply: StubReply): void {
    stub.reply = (response, { method }) => {
      if (method === 'POST') return void response.writeHead(200, { location: `${stub.url}/session` }).end();
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? ''));
    };
  }

  it.each(ROWS)('%s with status %i when an upload begins', async (reason, status, expected, message) => {
    stub.reply = refusal(status, reason);
    const error = await rejectionOf(publish());
    expect(error).toMatchObject({ ...expected, message, status, upstreamCode: reason });
    expect(stub.requests).toHaveLength(1);
  });

  it.each(ROWS.filter(([, status]) => status < 500 && status !== 404))(
    '%s with status %i as the answer to the video itself',
    async (reason, status, expected, message) => {
      answerParts(refusal(status, reason));
      expect(await rejectionOf(publish())).toMatchObject({ ...expected, message, status });
      expect(stub.requests).toHaveLength(2);
    },
  );

  it('the quota of the day, which ends at midnight in California', async () => {
    const quoted = 'You have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.';
    stub.reply = refusal(403, 'quotaExceeded', quoted);
    const error = await rejectionOf(publish());
    expect(error).toMatchObject({ ...limited, retryAfterMs: expect.any(Number) });
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/^the app's daily quota at the network is used up until 0[78]:00 UTC/),
    );
  });

  it('shows unknown words of the network without their links', async () => {
    stub.reply = refusal(400, 'somethingNew', 'Read <a href="/x">this</a> about very-secret-token.');
    expect(await rejectionOf(publish())).toMatchObject({
      message: 'the network refused: "Read this about ***."',
      upstreamCode: 'somethingNew',
    });
  });

  it.each([
    [404, 'network_version_sunset'],
    [405, 'network_version_sunset'],
    [410, 'network_version_sunset'],
    [501, 'network_version_sunset'],
    [403, 'network_forbidden'],
  ])('says that community posts are withdrawn when the network answers one with %i', async (status, code) => {
    stub.reply = (response, { method }) => {
      const body =
        method === 'GET' ? { items: [{ statistics: { subscriberCount: '500' } }] } : refusal(status, 'forbidden').body;
      response.writeHead(method === 'GET' ? 200 : status).end(JSON.stringify(body));
    };
    expect(await rejectionOf(publish('Hello', []))).toMatchObject({
      kind: 'rejected',
      code,
      message:
        'the network has withdrawn community posts from its programming interface and refused this one; add a video, or post the text on its website',
    });
  });

  it('asks for a community post in its documented shape, also where the subscribers are hidden', async () => {
    stub.reply = (response, { method }) => {
      const hidden = { items: [{ statistics: { subscriberCount: '0', hiddenSubscriberCount: true } }] };
      response.end(JSON.stringify(method === 'GET' ? hidden : { kind: 'youtube#activity', id: 'Ugkx1' }));
    };
    expect(await publish('Hello', [])).toEqual({ platformPostId: 'Ugkx1', url: `${stub.url}/post/Ugkx1` });
    expect(stub.requests).toMatchObject([
      { method: 'GET', path: '/youtube/v3/channels?part=statistics&mine=true' },
      { method: 'POST', path: '/youtube/v3/activities?part=snippet' },
    ]);
    expect(JSON.parse(stub.requests[1]?.body ?? '')).toEqual({ snippet: { description: 'Hello' } });
  });

  it('uploads as the network documents it, and takes 200 like 201', async () => {
    answerParts({ status: 200, body: { id: 'dQw4w9WgXcQ', status: { uploadStatus: 'uploaded' } } });
    const { platformPostId } = await publish();
    expect(platformPostId).toBe(`${stub.url}/watch?v=dQw4w9WgXcQ`);
    const [begun, part] = stub.requests;
    expect(begun).toMatchObject({
      method: 'POST',
      path: '/upload/youtube/v3/videos?uploadType=resumable&part=snippet%2Cstatus',
      headers: {
        authorization: 'Bearer very-secret-token',
        'content-type': 'application/json; charset=UTF-8',
        'x-upload-content-length': '1000',
        'x-upload-content-type': 'video/mp4',
      },
    });
    expect(JSON.parse(begun?.body ?? '')).toEqual({
      snippet: { title: 'Words', description: 'Words', categoryId: '22' },
      status: { privacyStatus: 'public' },
    });
    expect(part).toMatchObject({
      method: 'PUT',
      path: '/session',
      headers: {
        authorization: 'Bearer very-secret-token',
        'content-range': 'bytes 0-999/1000',
        'content-length': '1000',
        'content-type': 'video/mp4',
      },
    });
  });

  it.each([
    [
      { uploadStatus: 'uploaded', privacyStatus: 'private' },
      'The network made the video private; it does so for apps that it has not audited.',
    ],
    [{ uploadStatus: 'uploaded', privacyStatus: 'public' }, undefined],
  ])('notes what became of a video right after its upload', async (status, note) => {
    answerParts({ status: 201, body: { id: 'dQw4w9WgXcQ', status } });
    expect((await publish()).note).toBe(note);
  });

  it('gives up, after growing pauses, when the network keeps no more of what it takes', {
    timeout: 30_000,
  }, async () => {
    stub.reply = (response, { method }) => {
      if (method === 'POST') return void response.writeHead(200, { location: `${stub.url}/session` }).end();
      const isEndless = stub.requests.length > 50;
      response.writeHead(isEndless ? 403 : 308, { range: 'bytes=0-499' }).end();
    };
    expect(await rejectionOf(publish())).toMatchObject({
      ...unavailable,
      message: 'the network keeps nothing of what is uploaded; nothing was published, try again later',
    });
    expect(stub.requests.length).toBeLessThan(10);
  });

  it.each([
    [
      { uploadStatus: 'rejected', rejectionReason: 'duplicate' },
      'the network rejected the video, so that nobody can see it (duplicate)',
    ],
    [{ uploadStatus: 'failed' }, 'the network could not process the video, so that nobody can see it'],
  ])('reports no video as published that nobody can see, and begins anew the next time', async (status, message) => {
    answerParts({ status: 201, body: { id: 'dQw4w9WgXcQ', status } });
    const saved: Checkpoint[] = [];
    const post = { text: 'Words', media: [video], meta: {} };
    const saveCheckpoint = async (each: Checkpoint) => void saved.push(each);
    expect(await rejectionOf(driver.publish(post, account, { saveCheckpoint }))).toMatchObject({ ...refused, message });
    answerParts({ status: 201, body: { id: 'aaaaaaaaaaa', status: { uploadStatus: 'uploaded' } } });
    stub.requests.length = 0;
    await driver.publish(post, account, { checkpoint: saved.at(-1) ?? null });
    expect(stub.requests.map(({ method }) => method)).toEqual(['POST', 'PUT', 'GET']);
  });

  it('takes back that the last byte was sent when it certainly was not', async () => {
    answerParts(refusal(429, 'rateLimitExceeded'));
    const saved: Checkpoint[] = [];
    const saveCheckpoint = async (each: Checkpoint) => void saved.push(each);
    const post = { text: 'Words', media: [video], meta: {} };
    await rejectionOf(driver.publish(post, account, { saveCheckpoint }));
    expect(saved.map(({ isLastByteSent }) => isLastByteSent)).toEqual([false, true, false]);
    stub.reply = { status: 503 };
    stub.requests.length = 0;
    const stop = AbortSignal.timeout(200);
    const again = driver.publish(post, account, { checkpoint: saved.at(-1) ?? null, signal: stop });
    expect(await rejectionOf(again)).toMatchObject({ kind: 'unavailable' });
  });

  it('begins anew where the network forgets an upload, and gives up when it always does', async () => {
    answerParts({ status: 410 });
    expect(await rejectionOf(publish())).toMatchObject({ ...unavailable });
    expect(stub.requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
  });

  it('settles what may be published before it refuses what the file or the words have become', async () => {
    const { bytes, sha256 } = video;
    const checkpoint = { uploadUrl: `${stub.url}/session`, bytes, sha256, isLastByteSent: true };
    const image = { ...video, kind: 'image', contentType: 'image/png' } as const;
    const changed = [
      { text: 'Words', media: [image], meta: {} },
      { text: 'Words', media: [video, video], meta: {} },
      { text: 'Words', media: [], meta: {} },
      { text: 'Words', media: [video], meta: { privacyStatus: 'secret' } },
    ];
    const resume = (post: OutgoingPost) => driver.publish(post, account, { checkpoint });
    for (const post of changed) {
      stub.reply = { status: 201, body: { id: 'dQw4w9WgXcQ', status: { uploadStatus: 'uploaded' } } };
      expect(await resume(post)).toMatchObject({ platformPostId: `${stub.url}/watch?v=dQw4w9WgXcQ` });
      stub.reply = { status: 404 };
      expect(await rejectionOf(resume(post))).toMatchObject({ kind: 'outcome-unknown' });
    }
    stub.reply = { status: 308 };
    expect(await rejectionOf(resume({ text: 'Words', media: [image], meta: {} }))).toMatchObject(refused);
  });

  it('sends its token to no other host that an upload address or a checkpoint may name', async () => {
    for (const location of [
      'https://evil.example/x',
      'http://127.0.0.1:9/x',
      'https://googleapis.com.example/',
      'no',
    ]) {
      stub.requests.length = 0;
      stub.reply = { status: 200, headers: { location } };
      expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable' });
      expect(stub.requests).toHaveLength(1);
    }
    stub.requests.length = 0;
    stub.reply = { status: 500 };
    const { bytes, sha256 } = video;
    const checkpoint = { uploadUrl: 'http://127.0.0.1:9/x', bytes, sha256, isLastByteSent: true };
    const post = { text: 'Words', media: [video], meta: {} };
    expect(await rejectionOf(driver.publish(post, account, { checkpoint }))).toMatchObject({
      kind: 'outcome-unknown',
    });
    expect(stub.requests).toEqual([]);
  });

  it('takes a hostile channel only as far as it is safe', async () => {
    const identify = async (items: unknown) => {
      stub.reply = { status: 200, body: { items } };
      return driver.oauth?.listAccounts('very-secret-token', {});
    };
    const snippet = { title: ' A\u202Eda\u0000\n', customUrl: '@a/../b', thumbnails: { default: { url: 'data:x' } } };
    expect(await identify([{ id: 'UCabc', snippet }])).toEqual([
      {
        accountId: 'UCabc',
        name: 'A da',
        description: 'Channel',
        type: 'personal',
        picture: null,
        username: null,
        accountUrn: null,
      },
    ]);
    expect(await identify([{ id: 'UCabc' }])).toMatchObject([{ name: 'UCabc' }]);
    for (const items of [[{ id: '../x' }], [7], 'text']) {
      expect(await rejectionOf(identify(items))).toMatchObject({ kind: 'unavailable' });
    }
    for (const none of [[], undefined]) {
      expect(await rejectionOf(identify(none))).toMatchObject({ kind: 'rejected', code: 'network_refused' });
    }
  });

  it.each([
    ['invalid_grant', 400, 'rejected', 'the network did not accept the sign-in, which may have taken too long'],
    ['redirect_uri_mismatch', 400, 'rejected', "the network does not know this server's redirect address"],
    ['invalid_client', 401, 'rejected', 'SOCIAL_VIDEO_CLIENT_SECRET'],
    ['invalid_client', 400, 'rejected', 'SOCIAL_VIDEO_CLIENT_SECRET'],
    ['unauthorized_client', 400, 'rejected', 'SOCIAL_VIDEO_CLIENT_SECRET'],
    ['deleted_client', 400, 'rejected', 'SOCIAL_VIDEO_CLIENT_SECRET'],
    ['invalid_request', 400, 'rejected', 'the network refused: "in its own words"'],
  ])('%s with status %i when a code is exchanged', async (error, status, kind, message) => {
    stub.reply = { status, body: { error, error_description: 'in its own words' } };
    const request = { code: 'c', redirectUri: 'http://127.0.0.1:9/', codeVerifier: 'v'.repeat(43) };
    const failure = await rejectionOf(driver.oauth?.exchangeCode(request, {}) ?? Promise.resolve());
    expect(failure).toMatchObject({ kind, message: expect.stringContaining(message), upstreamCode: error });
  });
});
