import { describe, expect, it } from 'vitest';
import { sampleImage } from '../support/media-samples.ts';
import {
  describeErrorRules,
  type ErrorRow,
  EXPECTED,
  type Expected,
  rejectionOf,
  type StubReply,
  stubAccount,
  useStubbedDriver,
} from '../support/stub-network.ts';

const TOKEN = 'very-secret-webhook-token';
const NEW_ONE = 'create a new one in the settings of the channel, disconnect chatbot, and connect the new one';

const refusal = (status: number, code: number, message: string, errors?: unknown): StubReply => ({
  status,
  body: { message, code, errors },
});
const wrongField = (field: string, code: string, message: string): StubReply =>
  refusal(400, 50035, 'Invalid Form Body', { [field]: { _errors: [{ code, message }] } });

const { reconnect, notFound, invalid, refusedFile, forbidden, sunset } = EXPECTED;

/** Rows of refusals that end alike, named by code and words as in the network's documentation: "10015 Unknown Webhook". */
const documented = (status: number, expected: Expected, messages: Readonly<Record<string, string>>): ErrorRow[] =>
  Object.entries(messages).map(([name, message]) => {
    const [code = '', ...words] = name.split(' ');
    return [name, refusal(status, Number(code), words.join(' ')), { ...expected, upstreamCode: code }, message];
  });

/** Answers as Discord documents them, and the messages for users. */
const ROWS: readonly ErrorRow[] = [
  ...documented(404, reconnect, { '10015 Unknown Webhook': `the webhook was deleted at Discord; ${NEW_ONE}` }),
  ...documented(401, reconnect, {
    '50027 Invalid Webhook Token': `Discord no longer accepts this webhook; ${NEW_ONE}`,
  }),
  ...documented(400, invalid, {
    '50006 Cannot send an empty message': 'Discord shows nothing of this text; write some visible characters',
  }),
  ...documented(413, refusedFile, {
    '40005 Request entity too large':
      'the files are too large for the channel; each may have 10 MB, unless its server was boosted',
  }),
  ...documented(404, notFound, {
    '10003 Unknown Channel':
      'Discord knows no such channel or thread; check threadId, or disconnect chatbot and connect a webhook of another channel',
    '10008 Unknown Message': 'the channel no longer has this message of the webhook',
  }),
  ...documented(400, invalid, {
    '220001 Webhooks posted to forum channels must have a thread_name or thread_id':
      'the channel is a forum at Discord; give threadName for a new post, or threadId for one that is there',
    '220002 Webhooks posted to forum channels cannot have both a thread_name and thread_id':
      'Discord takes threadName for a new post in a forum, or threadId for one that is there; leave one out',
    '220003 Webhooks can only create threads in forum channels':
      'the channel is no forum at Discord, and only forums take new posts; leave out threadName and tagIds',
    '40066 There are no tags available that can be set by non-moderators':
      'the forum has no tags that a webhook may set; leave out tagIds',
    '40067 A tag is required to create a forum post in this channel':
      'the forum wants a tag for each new post; give tagIds',
    '10087 Unknown Tag': 'the forum has no tag with one of these tagIds; check them',
  }),
  ...documented(400, forbidden, {
    '220004 Webhook services cannot be used in forum channels':
      'Discord does not let this webhook post in forums; connect one that was made for the forum',
    '160005 Thread is locked': 'the thread is locked at Discord; unlock it, or choose another thread',
  }),
  ...documented(403, forbidden, {
    '50013 Missing Permissions': 'Discord does not let the webhook do this; check the permissions of the channel',
  }),
  ...documented(400, sunset, {
    '50041 Invalid API version':
      "Discord switched off this version of its programming interface; update this server's software",
  }),
  [
    'a text over the limit',
    wrongField('content', 'BASE_TYPE_MAX_LENGTH', 'Must be 2000 or fewer in length.'),
    { kind: 'rejected', code: 'invalid_request' },
    'Discord counts this text as too long; shorten it to 2000 characters',
  ],
  [
    'another wrong field',
    wrongField('attachments', 'ATTACHMENT_NOT_FOUND', 'Attachment data not found.'),
    { kind: 'rejected', code: 'network_refused', upstreamCode: '50035' },
    'the network refused: "Attachment data not found."',
  ],
  [
    'a request that a gateway finds too large',
    { status: 413, body: '<html>' },
    { kind: 'rejected', code: 'media_refused' },
    'the files are too large for Discord; send fewer or smaller ones',
  ],
  [
    'something else that is missing',
    refusal(404, 0, '404: Not Found'),
    { kind: 'not-found', code: 'network_not_found' },
    'Discord does not have this webhook or message',
  ],
];

describe('messages when Discord refuses', () => {
  const used = useStubbedDriver('discord', { oauthUrl: 'https://discord.com' });
  const account = stubAccount('11', { accountUrn: '22', accessToken: TOKEN });

  const publish = (text = 'hello', media = [] as ReturnType<typeof sampleImage>[], as = account) =>
    used.driver.publish({ text, media, settings: {} }, as, {});
  const connect = () =>
    used.driver.credential?.connect({ webhookUrl: `https://discord.com/api/webhooks/11/${TOKEN}` }, {}) ??
    Promise.resolve();

  describeErrorRules(used, ROWS, publish);

  it('reads the end of a rate limit from its header, else from its body', async () => {
    const body = { message: 'You are being rate limited.', retry_after: 0.2, global: false };
    used.stub.reply = { status: 429, headers: { 'retry-after': '1' }, body };
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'rate-limited', retryAfterMs: 1000 });
    used.stub.reply = { status: 429, body };
    const error = await rejectionOf(publish());
    expect(error).toMatchObject({ code: 'network_rate_limited', retryAfterMs: 200 });
    expect(error).toMatchObject({ message: expect.stringMatching(/rate limiting this webhook or its channel until/) });
  });

  it('keeps the token out of messages that the network echoes, and never sends an invalid one', async () => {
    used.stub.reply = refusal(400, 50035, `no ${TOKEN} in /webhooks/11/${TOKEN}`);
    const error = await rejectionOf(publish());
    expect(`${error instanceof Error ? error.stack : ''} ${JSON.stringify(error)}`).not.toContain(TOKEN);
    expect(error).toMatchObject({ message: 'the network refused: "no *** in /webhooks/11/***"' });
    used.stub.requests.length = 0;
    const broken = { ...account, accessToken: '../11' };
    expect(await rejectionOf(publish('hello', [], broken))).toMatchObject({ kind: 'reconnect', status: null });
    expect(used.stub.requests).toEqual([]);
  });

  it('says what to paste when the webhook is unknown, and rejects an answer about another webhook', async () => {
    used.stub.reply = refusal(404, 10015, 'Unknown Webhook');
    expect(await rejectionOf(connect())).toMatchObject({ kind: 'rejected', code: 'invalid_request' });
    for (const body of [{ id: '12', guild_id: '22' }, { id: '11' }, { id: '11', guild_id: 'a/b' }, [], 'text']) {
      used.stub.reply = { status: 200, body };
      expect(await rejectionOf(connect())).toMatchObject({ kind: 'unavailable' });
    }
    used.stub.reply = { status: 200, body: { id: '11', guild_id: '22', name: ' B\u202Euilds\n' } };
    expect(await connect()).toMatchObject({ account: { accountId: '11', name: 'B uilds', accountUrn: '22' } });
  });

  it('reports an unknown outcome when the answer does not name the post', async () => {
    for (const reply of [{ status: 204 }, { status: 200, body: { id: '7' } }, { status: 200, body: { id: 'x' } }]) {
      used.stub.reply = reply;
      expect(await rejectionOf(publish())).toMatchObject({ kind: 'outcome-unknown' });
    }
  });

  it('waits for the answer, mentions no person, and describes files', async () => {
    used.stub.requests.length = 0;
    used.stub.reply = { status: 200, body: { id: '7', channel_id: '33' } };
    expect(await publish('@everyone look')).toEqual({
      platformPostId: '7',
      url: 'https://discord.com/channels/22/33/7',
    });
    await publish('a dot', [sampleImage({ shade: 1, alt: 'd'.repeat(1024) }), sampleImage({ shade: 2 })]);
    const [text, files] = used.stub.requests;
    expect(text).toMatchObject({ method: 'POST', path: `/api/v10/webhooks/11/${TOKEN}?wait=true` });
    expect(JSON.parse(text?.body ?? '')).toEqual({ content: '@everyone look', allowed_mentions: { parse: [] } });
    const payload = /name="payload_json"\r\n\r\n(.*)\r\n--.*--\r\n$/.exec(files?.body ?? '')?.[1];
    expect(JSON.parse(payload ?? '')).toEqual({
      content: 'a dot',
      allowed_mentions: { parse: [] },
      attachments: [
        { id: '0', filename: '1.png', description: 'd'.repeat(1024) },
        { id: '1', filename: '2.png' },
      ],
    });
    expect(files?.body).toContain('name="files[1]"; filename="2.png"');
  });
});
