import { describe, expect, it } from 'vitest';
import { sampleImage } from '../support/media-samples.ts';
import {
  describeErrorRules,
  type ErrorRow,
  rejectionOf,
  type StubReply,
  stubAccount,
  useStubbedDriver,
} from '../support/stub-network.ts';

const service = (status: number, code: string, message: string, serviceErrorCode?: number): StubReply => ({
  status,
  body: { status, code, message, ...(serviceErrorCode !== undefined && { serviceErrorCode }) },
});
const input = (status: number, message: string, error: Record<string, unknown>): StubReply => ({
  status,
  body: {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message: `com.linkedin.content.common.exception.BadRequestResponseException: ${message}`,
    errorDetails: { inputErrors: [{ input: {}, ...error }] },
    status,
  },
});
const throttled = (scope: string): StubReply => ({
  status: 429,
  body: { message: `Resource level throttle ${scope} limit for calls to this resource is reached.`, status: 429 },
});

/** Answers as LinkedIn documents them or as people reported them, and the messages for users. */
const ROWS: readonly ErrorRow[] = [
  [
    'a duplicate',
    input(422, 'Content is a duplicate of urn:li:share:7141138937766391808', {
      description: 'Duplicate post is detected',
      code: 'DUPLICATE_POST',
    }),
    {
      kind: 'rejected',
      code: 'duplicate_content',
      upstreamCode: 'DUPLICATE_POST',
      duplicateOf: 'urn:li:share:7141138937766391808',
    },
    'LinkedIn refused this post because the account published the same just before; change the text or wait 10 minutes',
  ],
  [
    'text over the limit',
    input(400, 'ShareCommentary text length (8694 characters) exceeded the maximum allowed (3000 characters)', {
      description: 'Size of array cannot be higher than the maxLength',
      code: 'FIELD_ARRAY_SIZE_TOO_HIGH',
      maxLength: 3000,
    }),
    { kind: 'rejected', code: 'invalid_request', upstreamCode: 'FIELD_ARRAY_SIZE_TOO_HIGH' },
    'LinkedIn counts this text as too long; shorten it to 3000 characters',
  ],
  [
    'an invalid token',
    service(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 65600),
    { kind: 'reconnect', code: 'reconnect_required', upstreamCode: 'INVALID_ACCESS_TOKEN' },
    'LinkedIn no longer accepts this connection; connect profnet again',
  ],
  [
    'a revoked token',
    service(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user', 65601),
    { kind: 'reconnect', code: 'reconnect_required' },
    'the permission was withdrawn at LinkedIn; connect profnet again',
  ],
  [
    'an expired token',
    service(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 65602),
    { kind: 'reconnect', code: 'reconnect_required' },
    "LinkedIn's permission has expired, as it does every 60 days; connect profnet again",
  ],
  [
    'a missing scope',
    service(403, 'ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE.20260901', 100),
    { kind: 'rejected', code: 'network_forbidden', upstreamCode: 'ACCESS_DENIED' },
    'LinkedIn does not allow this connection to do that; connect profnet again and approve every permission, and check that the post is your own',
  ],
  [
    'a URN with a wrong id',
    input(400, 'urn:li:share:x is not valid here', { description: 'Invalid urn', code: 'INVALID_URN_ID' }),
    { kind: 'rejected', code: 'invalid_request' },
    'LinkedIn does not know this URN; give one like urn:li:share:7141138937766391808',
  ],
  [
    'a URN of a wrong type',
    input(400, 'urn:li:person:x is not valid here', { description: 'Invalid urn', code: 'INVALID_URN_TYPE' }),
    { kind: 'rejected', code: 'invalid_request' },
    'LinkedIn does not know this URN; give one like urn:li:share:7141138937766391808',
  ],
  [
    'a missing field',
    input(400, 'author is required', { description: 'author is required but not found', code: 'MISSING_FIELD' }),
    { kind: 'rejected', code: 'network_refused', upstreamCode: 'MISSING_FIELD' },
    'the network refused: "com.linkedin.content.common.exception.BadRequestResponseException: author is required"',
  ],
  [
    'a missing version',
    service(
      400,
      'VERSION_MISSING',
      'A version must be present. Please specify a version by adding the Linkedin-Version header.',
    ),
    { kind: 'rejected', code: 'network_version_sunset' },
    'LinkedIn switched off the version of its programming interface in use; set SOCIAL_PROFNET_API_VERSION to an active one (YYYYMM)',
  ],
  [
    'a version that was switched off',
    service(426, 'NONEXISTENT_VERSION', 'Requested version 20250401 is not active'),
    { kind: 'rejected', code: 'network_version_sunset', upstreamCode: 'NONEXISTENT_VERSION' },
    'LinkedIn switched off the version of its programming interface in use; set SOCIAL_PROFNET_API_VERSION to an active one (YYYYMM)',
  ],
  [
    'a file that is too large',
    service(413, 'REQUEST_ENTITY_TOO_LARGE', 'Too large'),
    { kind: 'rejected', code: 'media_refused' },
    'the file is too large for LinkedIn; make an image smaller than 36 megapixels, a video smaller than 500 MB, a document smaller than 100 MB',
  ],
  [
    'a file of a wrong type',
    service(415, 'UNSUPPORTED_MEDIA_TYPE', 'Unsupported'),
    { kind: 'rejected', code: 'media_refused' },
    'LinkedIn takes JPEG, PNG and GIF images, MP4 videos, and PDF, PPT, PPTX, DOC and DOCX documents only; convert the file',
  ],
];

describe('messages when LinkedIn refuses', () => {
  const used = useStubbedDriver('linkedin');
  const account = stubAccount('782bbtaQ', { accountUrn: 'urn:li:person:782bbtaQ' });

  const publish = (media = [] as ReturnType<typeof sampleImage>[]) =>
    used.driver.publish({ text: 'hello', media, settings: {} }, account, {});

  describeErrorRules(used, ROWS, publish);

  it.each([
    ['MEMBER DAY', 'LinkedIn is rate limiting this account, whose calls for today are used up, until 00:00 UTC'],
    ['APPLICATION DAY', 'LinkedIn is rate limiting the app, whose calls for today are used up, until 00:00 UTC'],
  ])('the daily limit %s, which ends at midnight', async (scope, message) => {
    used.stub.reply = throttled(scope);
    const error = await rejectionOf(publish());
    expect(error).toMatchObject({ kind: 'rate-limited', code: 'network_rate_limited', message });
  });

  it('reads the id of a post whatever the case of the header, and not from the body', async () => {
    used.stub.reply = { status: 201, headers: { 'X-RestLi-Id': 'urn:li:ugcPost:7141138937766391809' } };
    expect(await publish()).toEqual({
      platformPostId: 'urn:li:ugcPost:7141138937766391809',
      url: `${used.stub.url}/feed/update/urn:li:ugcPost:7141138937766391809/`,
    });
    used.stub.reply = { status: 201, body: { id: 'urn:li:share:1' } };
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'outcome-unknown' });
  });

  it('sends what the versioned interface requires', async () => {
    used.stub.requests.length = 0;
    used.stub.reply = { status: 201, headers: { 'x-restli-id': 'urn:li:share:1' } };
    await publish();
    expect(used.stub.requests).toMatchObject([
      {
        method: 'POST',
        path: '/rest/posts',
        headers: {
          authorization: 'Bearer very-secret-token',
          'linkedin-version': '202609',
          'x-restli-protocol-version': '2.0.0',
          'x-restli-method': 'CREATE',
          'content-type': 'application/json',
        },
      },
    ]);
    expect(JSON.parse(used.stub.requests[0]?.body ?? '')).toEqual({
      author: 'urn:li:person:782bbtaQ',
      commentary: 'hello',
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    });
  });

  it('describes one image and several in the two forms the network has', async () => {
    let serial = 0;
    used.stub.requests.length = 0;
    used.stub.reply = (response, { method, path }) => {
      if (method === 'PUT') return void response.writeHead(201).end();
      if (path === '/rest/posts') return void response.writeHead(201, { 'x-restli-id': 'urn:li:share:1' }).end();
      const image = `urn:li:image:C4E10AQ${serial++}`;
      response.end(JSON.stringify({ value: { uploadUrl: `${used.stub.url}/dms-uploads/${serial}`, image } }));
    };
    await publish([sampleImage({ shade: 1, alt: 'a grey dot' })]);
    await publish([sampleImage({ shade: 2 }), sampleImage({ shade: 3, alt: 'b'.repeat(4086) })]);
    const bodies = used.stub.requests
      .filter(({ path }) => path === '/rest/posts')
      .map(({ body }) => JSON.parse(body).content);
    expect(bodies).toEqual([
      { media: { id: 'urn:li:image:C4E10AQ0', altText: 'a grey dot' } },
      {
        multiImage: {
          images: [
            { id: 'urn:li:image:C4E10AQ1', altText: '' },
            { id: 'urn:li:image:C4E10AQ2', altText: 'b'.repeat(4086) },
          ],
        },
      },
    ]);
    expect(used.stub.requests.find(({ method }) => method === 'PUT')?.headers).toMatchObject({
      authorization: 'Bearer very-secret-token',
      'content-type': 'image/png',
    });
  });

  it('sends its token to no foreign upload address', async () => {
    for (const uploadUrl of ['https://evil.example/x', 'file:///etc/passwd', 'http://127.0.0.1:9/x', 'nonsense', 7]) {
      used.stub.requests.length = 0;
      used.stub.reply = { status: 200, body: { value: { uploadUrl, image: 'urn:li:image:C4E10AQ' } } };
      expect(await rejectionOf(publish([sampleImage({ shade: 1 })]))).toMatchObject({ kind: 'unavailable' });
      expect(used.stub.requests).toHaveLength(1);
    }
  });

  it('reads only the safe parts of a hostile identity', async () => {
    const identify = async (claims: unknown) => {
      used.stub.reply = { status: 200, body: claims };
      return used.driver.oauth?.listAccounts('very-secret-token', {});
    };
    const hostile = { sub: 'ab', name: `  A\u202Eda\u0000\n <b>${'x'.repeat(10_000)}`, picture: 'javascript:alert(1)' };
    const [option] = (await identify(hostile)) ?? [];
    expect(option).toMatchObject({ accountId: 'ab', picture: null, accountUrn: 'urn:li:person:ab' });
    expect(option?.name).toMatch(/^A da <b>x+$/);
    expect(option?.name).toHaveLength(256);
    for (const picture of ['data:image/png;base64,AA', '/relative', 'https://user:pass@example.com/', 7, null]) {
      expect(await identify({ sub: 'ab', name: 'Ada', picture })).toMatchObject([{ picture: null }]);
    }
    expect(await identify({ sub: 'ab', name: 7 })).toMatchObject([{ name: 'ab' }]);
    for (const claims of [{ name: 'no id' }, { sub: 'a/../b' }, { sub: ['ab'] }, [], 'text', null]) {
      expect(await rejectionOf(identify(claims))).toMatchObject({ kind: 'unavailable' });
    }
  });
});
