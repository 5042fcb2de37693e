import { describe, expect, it } from 'vitest';
import { sampleImage } from '../support/media-samples.ts';
import {
  describeErrorRules,
  type ErrorRow,
  EXPECTED,
  errorRows,
  rejectionOf,
  type StubReply,
  stubAccount,
  useStubbedDriver,
} from '../support/stub-network.ts';

const PROBLEMS = 'https://api.twitter.com/2/problems';
const problem = (status: number, title: string, detail: string, type = 'about:blank'): StubReply => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { title, detail, type, status },
});
const invalidRequest = (message: string): StubReply => ({
  status: 400,
  body: {
    errors: [{ parameters: { max_results: ['3'] }, message }],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: `${PROBLEMS}/invalid-request`,
  },
});

const forbiddenBy = (detail: string): StubReply => problem(403, 'Forbidden', detail);
const sameWords = (status: number) => (title: string) => problem(status, title, title);

const { duplicate, forbidden, refused, reconnect, limited, unknownOutcome } = EXPECTED;
const invalid = { kind: 'rejected', code: 'invalid_request', upstreamCode: 'invalid-request' } as const;
const NO_MESSAGES =
  'the recipient does not take direct messages from this account; ask them to allow messages or to follow it';
const LIMITED = 'X is rate limiting this account; try again later';

/** Answers as X documents them or as people reported them, and the messages for users. */
const ROWS: readonly ErrorRow[] = [
  ...errorRows(duplicate, forbiddenBy, {
    'You are not allowed to create a Tweet with duplicate content.':
      'X refused this text because the account posted it before; change the text',
  }),
  ...errorRows(invalid, invalidRequest, {
    'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.':
      'X counts this text as too long for the account: it may have 280 (an address counts 23, an emoji 2), or more with a subscription; shorten it, or connect microblog again if the subscription has changed',
  }),
  ...errorRows({ ...refused, upstreamCode: 'invalid-request' }, invalidRequest, {
    'The `max_results` query parameter value [3] is not valid':
      'the network refused: "The `max_results` query parameter value [3] is not valid"',
  }),
  ...errorRows(reconnect, sameWords(401), {
    Unauthorized: 'X no longer accepts this connection; connect microblog again',
  }),
  ...errorRows(forbidden, sameWords(403), {
    Forbidden:
      "X does not allow this app or connection to do that; connect microblog again with every permission, and check the app's access level (likes and follows are not part of self-serve access)",
  }),
  [
    'a token of the app alone',
    problem(
      403,
      'Unsupported Authentication',
      'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 2.0 User Context].',
      `${PROBLEMS}/unsupported-authentication`,
    ),
    { ...forbidden, upstreamCode: 'unsupported-authentication' },
    'X needs the authorization of a person for this; connect microblog again',
  ],
  [
    'an app outside of a project',
    {
      status: 403,
      body: {
        client_id: '1',
        detail:
          'When authenticating requests to the Twitter API v2 endpoints, you must use keys and tokens from a Twitter developer App that is attached to a Project.',
        registration_url: 'https://developer.twitter.com/en/docs/projects/overview',
        title: 'Client Forbidden',
        required_enrollment: 'Appropriate Level of API Access',
        reason: 'client-not-enrolled',
        type: `${PROBLEMS}/client-forbidden`,
      },
    },
    { ...forbidden, upstreamCode: 'client-forbidden' },
    "the app does not belong to a project; attach it to one in X's developer console",
  ],
  ...errorRows(refused, forbiddenBy, {
    'You do not have permission to DM one or more participants.': NO_MESSAGES,
    'This operation is not permitted.': NO_MESSAGES,
    'You are not authorized to delete this Tweet.': 'only posts of the connected account can be deleted',
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.':
      "X lets programs reply only where the post's author mentioned the account first",
  }),
  [
    'depleted credits',
    problem(
      402,
      'CreditsDepleted',
      'Your enrolled account [1] does not have any credits to fulfill this request.',
      `${PROBLEMS}/credits`,
    ),
    { kind: 'rejected', code: 'network_credits_depleted', upstreamCode: 'credits' },
    "the app's prepaid allowance at X is used up; add some in X's developer console",
  ],
  [
    'what does not exist, with status 200',
    {
      status: 200,
      body: {
        errors: [
          {
            value: 'x',
            detail: 'Could not find tweet with id: [1].',
            title: 'Not Found Error',
            resource_type: 'tweet',
            parameter: 'id',
            resource_id: '1',
            type: `${PROBLEMS}/resource-not-found`,
          },
        ],
      },
    },
    { kind: 'not-found', code: 'network_not_found', upstreamCode: 'resource-not-found' },
    'X has no such post, or does not show it to the connected account; check the id or name',
  ],
  [
    'what does not exist, with status 404',
    problem(404, 'Not Found Error', 'Could not find it', `${PROBLEMS}/resource-not-found`),
    { kind: 'not-found', code: 'network_not_found' },
    'X does not have this post or account, or does not show it to the connected account',
  ],
  ...errorRows(limited, sameWords(429), { 'Too Many Requests': LIMITED }),
  [
    'the old form of too many requests',
    { status: 429, body: { errors: [{ code: 88, message: 'Rate limit exceeded' }] } },
    { ...limited, upstreamCode: '88' },
    LIMITED,
  ],
  [
    'a used-up monthly allowance',
    problem(429, 'UsageCapExceeded', 'Usage cap exceeded: Monthly product cap', `${PROBLEMS}/usage-capped`),
    { ...limited, upstreamCode: 'usage-capped' },
    'the monthly allowance of the app at X is used up; try again later',
  ],
  ...errorRows(unknownOutcome, sameWords(503), {
    'Service Unavailable':
      'the network answered with status 503 after the request was sent, so it may have been done; check the account before sending it again',
  }),
  [
    'a redirect, which is not followed',
    { status: 307, headers: { location: 'http://127.0.0.1:9/elsewhere' } },
    unknownOutcome,
    'the network answered with status 307 after the request was sent, so it may have been done; check the account before sending it again',
  ],
  [
    "a gateway's page instead of an answer",
    { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>Attention required</html>' },
    { ...refused, upstreamCode: null },
    'the network refused the request with status 403',
  ],
];

describe('messages when X refuses', () => {
  const used = useStubbedDriver('x');
  const account = stubAccount('1745123456789012480', { username: 'ada' });
  const like = async () => used.driver.actions.like?.('1', account, {});

  describeErrorRules(used, ROWS, like);

  it('names the time until which it limits, by the later of both headers', async () => {
    const reset = Math.ceil(Date.now() / 1000) + 7_200;
    const headers = { 'retry-after': '60', 'x-rate-limit-reset': String(reset) };
    used.stub.reply = { ...problem(429, 'Too Many Requests', 'Too Many Requests'), headers };
    const hours = new Date(Math.ceil(reset / 60) * 60_000).toISOString().slice(11, 16);
    const error = await rejectionOf(like());
    expect(error).toMatchObject({ message: `X is rate limiting this account until ${hours} UTC` });
  });

  it('never repeats a secret that the network echoes', async () => {
    used.stub.reply = problem(400, 'Invalid', `bad header: Bearer ${account.accessToken}\u202E\nnext line`);
    expect(await rejectionOf(like())).toMatchObject({
      message: 'the network refused: "bad header: Bearer *** next line"',
    });
  });

  it('keeps every digit of an id that came without quotes', async () => {
    used.stub.reply = { status: 201, body: '{"data":{"id":1745123456789012481,"text":"x"}}' };
    const published = await used.driver.publish({ text: 'x', media: [], settings: {} }, account, {});
    expect(published).toEqual({
      platformPostId: '1745123456789012481',
      url: `${used.stub.url}/ada/status/1745123456789012481`,
    });
  });

  it('takes a success without proof for an unknown outcome', async () => {
    for (const body of [
      '{}',
      '[]',
      'null',
      '{"data":{"liked":"yes"}}',
      '{"data":[]}',
      '<html>',
      '{"data":{"liked":tr',
    ]) {
      used.stub.reply = { status: 200, body };
      expect(await rejectionOf(like()), body).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
    }
  });

  it('leaves out timeline entries that are no posts, and reads an empty page', async () => {
    const read = () => used.driver.actions.readTimeline?.({ maxResults: 10 }, account, {});
    used.stub.reply = {
      status: 200,
      body: { data: [{ id: 'x', text: 'y' }, null, 7, { id: '5', text: 'ok', created_at: 1 }] },
    };
    expect(await read()).toEqual([{ id: '5', text: 'ok', createdAt: null }]);
    used.stub.reply = { status: 200, body: { settings: { result_count: 0 } } };
    expect(await read()).toEqual([]);
  });

  it('waits for an animation to be converted, and says so when that fails', async () => {
    const gif = { ...sampleImage({ shade: 3 }), contentType: 'image/gif' };
    const publish = () => used.driver.publish({ text: '', media: [gif], settings: {} }, account, {});
    const states = ['in_progress', 'succeeded'];
    used.stub.requests.length = 0;
    used.stub.reply = (response, request) => {
      const state = request.method === 'GET' ? states.shift() : 'pending';
      const upload = { id: '77', processing_info: { state, check_after_secs: 0.01 } };
      response.end(JSON.stringify({ data: request.path === '/2/tweets' ? { id: '78' } : upload }));
    };
    expect((await publish()).platformPostId).toBe('78');
    expect(used.stub.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /2/media/upload/initialize',
      'POST /2/media/upload/77/append',
      'POST /2/media/upload/77/finalize',
      'GET /2/media/upload?command=STATUS&media_id=77',
      'GET /2/media/upload?command=STATUS&media_id=77',
      'POST /2/tweets',
    ]);
    expect(used.stub.requests.at(-1)?.body).toBe('{"media":{"media_ids":["77"]}}');
    used.stub.reply = { status: 200, body: { data: { id: '77', processing_info: { state: 'failed' } } } };
    expect(await rejectionOf(publish())).toMatchObject({ code: 'media_refused' });
  });
});
