import { describe, expect, it } from 'vitest';
import type { Checkpoint, OutgoingPost } from '../../src/index.ts';
import { sampleVideo } from '../support/media-samples.ts';
import {
  codeRows,
  type ErrorRow,
  EXPECTED,
  rejectionOf,
  type StubReply,
  stubAccount,
  useStubbedDriver,
} from '../support/stub-network.ts';

const refusal = (code: number, reason: string, message = 'in its own words', status?: string): StubReply => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: 'youtube', reason }], ...(status && { status }) } },
});

const { invalid, refusedFile, forbidden, limited, reconnect, unavailable, notFound, refused } = EXPECTED;
const tooFast = 'YouTube is rate limiting this account; try again later';
const connectAgain = 'YouTube no longer accepts this connection; connect video again';

/** The reasons as YouTube documents them, and the messages for users. */
const ROWS: readonly ErrorRow[] = [
  ...codeRows(invalid, (reason) => refusal(400, reason), {
    invalidTitle: 'YouTube does not accept the title; give one of 1 to 100 characters without < and >',
    invalidDescription: 'YouTube does not accept the text as a description; it takes 5000 bytes without < and >',
    invalidTags: 'YouTube does not accept the tags; they may have 500 characters in total',
    invalidCategoryId: 'YouTube does not know this category; give another categoryId, for example 22',
    invalidPublishAt: 'YouTube does not accept the time of publication',
    invalidFilename: 'YouTube does not accept the name of the file; rename it',
    invalidVideoMetadata: 'YouTube does not accept the details of the video; check title, tags and privacyStatus',
    defaultLanguageNotSet: 'YouTube wants a default language with translated texts',
    bulletinTextRequired: 'YouTube wants a text for a community post',
  }),
  ...codeRows(refusedFile, (reason) => refusal(400, reason), {
    mediaBodyRequired: 'YouTube says that the video is empty; check the file',
    badContent: 'YouTube does not take files of this type; convert the video',
  }),
  ...codeRows(limited, (reason) => refusal(400, reason), {
    uploadLimitExceeded: 'the account has uploaded as many videos as YouTube allows it for now; try again later',
  }),
  ...codeRows(refused, (reason) => refusal(400, reason), {
    processingFailure: 'the network refused: "in its own words"',
  }),
  ...codeRows(reconnect, (reason) => refusal(401, reason), {
    authError: connectAgain,
    authorizationRequired: connectAgain,
  }),
  ...codeRows(refused, (reason) => refusal(401, reason), {
    youtubeSignupRequired: 'this account has no channel yet; create one on youtube.com, then connect video again',
  }),
  ...codeRows(forbidden, (reason) => refusal(403, reason), {
    forbidden: 'YouTube does not allow this connection to do that; connect video again, and check the channel',
    insufficientPermissions: 'a permission is missing; connect video again and leave every permission ticked',
  }),
  ...codeRows(invalid, (reason) => refusal(403, reason), {
    forbiddenPrivacySetting: 'YouTube does not let this account use that privacyStatus; give another one',
    forbiddenLicenseSetting: 'YouTube does not let this account use that license',
  }),
  ...codeRows(limited, (reason) => refusal(403, reason), { rateLimitExceeded: tooFast }),
  ...codeRows(limited, (reason) => refusal(429, reason), {
    uploadRateLimitExceeded: tooFast,
    rateLimitExceeded: tooFast,
  }),
  ...codeRows(notFound, (reason) => refusal(404, reason), {
    notFound: 'YouTube does not have this video or upload',
  }),
  ...codeRows(unavailable, (reason) => refusal(500, reason), {
    internalError: 'the network has trouble (status 500); try again later',
  }),
  ...codeRows(unavailable, (reason) => refusal(503, reason), {
    backendError: 'the network has trouble (status 503); try again later',
  }),
];

describe('messages when YouTube refuses', () => {
  const used = useStubbedDriver('youtube');
  const account = stubAccount('UCabc');
  const video = sampleVideo(1000);

  const publish = (text = 'Words', media = [video]) => used.driver.publish({ text, media, settings: {} }, account, {});

  /** Opens a session and answers its parts as told. */
  function answerParts(reply: StubReply): void {
    used.stub.reply = (response, { method }) => {
      if (method === 'POST') return void response.writeHead(200, { location: `${used.stub.url}/session` }).end();
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? ''));
    };
  }

  it.each(ROWS)('%s, when an upload begins', async (_name, reply, expected, message) => {
    used.stub.reply = reply;
    expect(await rejectionOf(publish())).toMatchObject({ ...expected, message, status: reply.status });
    expect(used.stub.requests).toHaveLength(1);
  });

  it.each(ROWS.filter(([, { status }]) => status < 500 && status !== 404))(
    '%s, as the answer to the video itself',
    async (_name, reply, expected, message) => {
      answerParts(reply);
      expect(await rejectionOf(publish())).toMatchObject({ ...expected, message, status: reply.status });
      expect(used.stub.requests).toHaveLength(2);
    },
  );

  it('reports the daily quota until midnight in California', async () => {
    const quoted = 'You have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.';
    used.stub.reply = refusal(403, 'quotaExceeded', quoted);
    const error = await rejectionOf(publish());
    expect(error).toMatchObject({ ...limited, retryAfterMs: expect.any(Number) });
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/^the app's daily quota at YouTube is used up until 0[78]:00 UTC/),
    );
  });

  it('shows unknown messages of YouTube without their links', async () => {
    used.stub.reply = refusal(400, 'somethingNew', 'Read <a href="/x">this</a> about very-secret-token.');
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
  ])('says that community posts are withdrawn when YouTube answers one with %i', async (status, code) => {
    used.stub.reply = (response, { method }) => {
      const body =
        method === 'GET' ? { items: [{ statistics: { subscriberCount: '500' } }] } : refusal(status, 'forbidden').body;
      response.writeHead(method === 'GET' ? 200 : status).end(JSON.stringify(body));
    };
    expect(await rejectionOf(publish('Hello', []))).toMatchObject({
      kind: 'rejected',
      code,
      message:
        'YouTube has withdrawn community posts from its programming interface and refused this one; add a video, or post the text on its website',
    });
  });

  it('asks for a community post in its documented shape, also where the subscribers are hidden', async () => {
    used.stub.reply = (response, { method }) => {
      const hidden = { items: [{ statistics: { subscriberCount: '0', hiddenSubscriberCount: true } }] };
      response.end(JSON.stringify(method === 'GET' ? hidden : { kind: 'youtube#activity', id: 'Ugkx1' }));
    };
    expect(await publish('Hello', [])).toEqual({ platformPostId: 'Ugkx1', url: `${used.stub.url}/post/Ugkx1` });
    expect(used.stub.requests).toMatchObject([
      { method: 'GET', path: '/youtube/v3/channels?part=statistics&mine=true' },
      { method: 'POST', path: '/youtube/v3/activities?part=snippet' },
    ]);
    expect(JSON.parse(used.stub.requests[1]?.body ?? '')).toEqual({ snippet: { description: 'Hello' } });
  });

  it('uploads as YouTube documents it, and takes 200 like 201', async () => {
    answerParts({ status: 200, body: { id: 'dQw4w9WgXcQ', status: { uploadStatus: 'uploaded' } } });
    const { platformPostId } = await publish();
    expect(platformPostId).toBe(`${used.stub.url}/watch?v=dQw4w9WgXcQ`);
    const [begun, part] = used.stub.requests;
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
      'YouTube made the video private; it does so for apps that it has not audited.',
    ],
    [{ uploadStatus: 'uploaded', privacyStatus: 'public' }, undefined],
  ])('notes the state of a video right after its upload', async (status, note) => {
    answerParts({ status: 201, body: { id: 'dQw4w9WgXcQ', status } });
    expect((await publish()).note).toBe(note);
  });

  it('gives up, after growing pauses, when YouTube keeps no more of what it takes', {
    timeout: 30_000,
  }, async () => {
    used.stub.reply = (response, { method }) => {
      if (method === 'POST') return void response.writeHead(200, { location: `${used.stub.url}/session` }).end();
      const isEndless = used.stub.requests.length > 50;
      response.writeHead(isEndless ? 403 : 308, { range: 'bytes=0-499' }).end();
    };
    expect(await rejectionOf(publish())).toMatchObject({
      ...unavailable,
      message: 'YouTube keeps nothing of what is uploaded; nothing was published, try again later',
    });
    expect(used.stub.requests.length).toBeLessThan(10);
  });

  it.each([
    [
      { uploadStatus: 'rejected', rejectionReason: 'duplicate' },
      'YouTube rejected the video, so no one can see it (duplicate)',
    ],
    [{ uploadStatus: 'failed' }, 'YouTube could not process the video, so no one can see it'],
  ])('does not report an invisible video as published, and starts again the next time', async (status, message) => {
    answerParts({ status: 201, body: { id: 'dQw4w9WgXcQ', status } });
    const saved: Checkpoint[] = [];
    const post = { text: 'Words', media: [video], settings: {} };
    const saveCheckpoint = async (each: Checkpoint) => void saved.push(each);
    expect(await rejectionOf(used.driver.publish(post, account, { saveCheckpoint }))).toMatchObject({
      ...refusedFile,
      message,
    });
    answerParts({ status: 201, body: { id: 'aaaaaaaaaaa', status: { uploadStatus: 'uploaded' } } });
    used.stub.requests.length = 0;
    await used.driver.publish(post, account, { checkpoint: saved.at(-1) ?? null });
    expect(used.stub.requests.map(({ method }) => method)).toEqual(['POST', 'PUT', 'GET']);
  });

  it('stores that the last byte was not sent when it certainly was not', async () => {
    answerParts(refusal(429, 'rateLimitExceeded'));
    const saved: Checkpoint[] = [];
    const saveCheckpoint = async (each: Checkpoint) => void saved.push(each);
    const post = { text: 'Words', media: [video], settings: {} };
    await rejectionOf(used.driver.publish(post, account, { saveCheckpoint }));
    expect(saved.map(({ isLastByteSent }) => isLastByteSent)).toEqual([false, true, false]);
    used.stub.reply = { status: 503 };
    used.stub.requests.length = 0;
    const stop = AbortSignal.timeout(200);
    const again = used.driver.publish(post, account, { checkpoint: saved.at(-1) ?? null, signal: stop });
    expect(await rejectionOf(again)).toMatchObject({ kind: 'unavailable' });
  });

  it('starts again where YouTube forgets an upload, and gives up when it always does', async () => {
    answerParts({ status: 410 });
    expect(await rejectionOf(publish())).toMatchObject({ ...unavailable });
    expect(used.stub.requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
  });

  it('looks for a video that may be published before it refuses a changed file or text', async () => {
    const { bytes, sha256 } = video;
    const checkpoint = { uploadUrl: `${used.stub.url}/session`, bytes, sha256, isLastByteSent: true };
    const image = { ...video, kind: 'image', contentType: 'image/png' } as const;
    const changed = [
      { text: 'Words', media: [image], settings: {} },
      { text: 'Words', media: [video, video], settings: {} },
      { text: 'Words', media: [], settings: {} },
      { text: 'Words', media: [video], settings: { privacyStatus: 'secret' } },
    ];
    const resume = (post: OutgoingPost) => used.driver.publish(post, account, { checkpoint });
    for (const post of changed) {
      used.stub.reply = { status: 201, body: { id: 'dQw4w9WgXcQ', status: { uploadStatus: 'uploaded' } } };
      expect(await resume(post)).toMatchObject({ platformPostId: `${used.stub.url}/watch?v=dQw4w9WgXcQ` });
      used.stub.reply = { status: 404 };
      expect(await rejectionOf(resume(post))).toMatchObject({ kind: 'outcome-unknown' });
    }
    used.stub.reply = { status: 308 };
    expect(await rejectionOf(resume({ text: 'Words', media: [image], settings: {} }))).toMatchObject(refusedFile);
  });

  it('sends its token to no foreign address of an upload or a checkpoint', async () => {
    for (const location of [
      'https://evil.example/x',
      'http://127.0.0.1:9/x',
      'https://googleapis.com.example/',
      'no',
    ]) {
      used.stub.requests.length = 0;
      used.stub.reply = { status: 200, headers: { location } };
      expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable' });
      expect(used.stub.requests).toHaveLength(1);
    }
    used.stub.requests.length = 0;
    used.stub.reply = { status: 500 };
    const { bytes, sha256 } = video;
    const checkpoint = { uploadUrl: 'http://127.0.0.1:9/x', bytes, sha256, isLastByteSent: true };
    const post = { text: 'Words', media: [video], settings: {} };
    expect(await rejectionOf(used.driver.publish(post, account, { checkpoint }))).toMatchObject({
      kind: 'outcome-unknown',
    });
    expect(used.stub.requests).toEqual([]);
  });

  it('leaves out what the owner of a video hides, and what is no counter of it', async () => {
    const { counters } = used.driver;
    if ('none' in counters) return expect.fail('the driver reads counters');
    const statistics = { viewCount: '1200', dislikeCount: '3', favoriteCount: '0' };
    used.stub.reply = { status: 200, body: { items: [{ id: 'dQw4w9WgXcQ', statistics }] } };
    expect(await counters.read('https://www.youtube.com/watch?v=dQw4w9WgXcQ', stubAccount('UCabc'), {})).toEqual({
      viewCount: 1200,
    });
  });

  it('reads only the safe parts of a hostile channel', async () => {
    const identify = async (items: unknown) => {
      used.stub.reply = { status: 200, body: { items } };
      return used.driver.oauth?.listAccounts('very-secret-token', {});
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
    const thumbnails = { default: { url: 'https://yt3.example/s88' }, medium: { url: 'https://yt3.example/s240' } };
    const pictured = { id: 'UCabc', snippet: { title: 'Ada', thumbnails } };
    expect(await identify([pictured])).toMatchObject([{ picture: 'https://yt3.example/s240' }]);
    expect(await identify([{ id: 'UCabc' }])).toMatchObject([{ name: 'UCabc' }]);
    for (const items of [[{ id: '../x' }], [7], 'text']) {
      expect(await rejectionOf(identify(items))).toMatchObject({ kind: 'unavailable' });
    }
    for (const items of [[], undefined]) {
      expect(await rejectionOf(identify(items))).toMatchObject({ kind: 'rejected', code: 'network_refused' });
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
    used.stub.reply = { status, body: { error, error_description: 'in its own words' } };
    const request = { code: 'c', redirectUri: 'http://127.0.0.1:9/', codeVerifier: 'v'.repeat(43) };
    const failure = await rejectionOf(used.driver.oauth?.exchangeCode(request, {}));
    expect(failure).toMatchObject({ kind, message: expect.stringContaining(message), upstreamCode: error });
  });
});
