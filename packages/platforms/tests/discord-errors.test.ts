import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectedAccount, PlatformDriver, PlatformErrorKind } from '../src/index.ts';
import { findNetwork } from '../src/index.ts';
import { sampleImage } from './media-samples.ts';
import { rejectionOf, type StubNetwork, type StubReply, startStubNetwork } from './stub-network.ts';

const TOKEN = 'very-secret-webhook-token';
const NEW_ONE = 'create a new one in the settings of the channel, disconnect chatbot, and connect the new one';

const refusal = (status: number, code: number, message: string, errors?: unknown): StubReply => ({
  status,
  body: { message, code, errors },
});
const invalid = (field: string, code: string, message: string): StubReply =>
  refusal(400, 50035, 'Invalid Form Body', { [field]: { _errors: [{ code, message }] } });

type Row = readonly [
  name: string,
  reply: StubReply,
  expected: { readonly kind: PlatformErrorKind; readonly code: string; readonly upstreamCode?: string | null },
  message: string,
];

/** Answers as Discord documents them, and what a user reads. */
const ROWS: readonly Row[] = [
  [
    'a deleted webhook',
    refusal(404, 10015, 'Unknown Webhook'),
    { kind: 'reconnect', code: 'reconnect_required', upstreamCode: '10015' },
    `the webhook was deleted at the network; ${NEW_ONE}`,
  ],
  [
    'a wrong token',
    refusal(401, 50027, 'Invalid Webhook Token'),
    { kind: 'reconnect', code: 'reconnect_required', upstreamCode: '50027' },
    `the network no longer accepts this webhook; ${NEW_ONE}`,
  ],
  [
    'a text over the limit',
    invalid('content', 'BASE_TYPE_MAX_LENGTH', 'Must be 2000 or fewer in length.'),
    { kind: 'rejected', code: 'invalid_request' },
    'the network counts this text as too long; shorten it to 2000 characters',
  ],
  [
    'another wrong field',
    invalid('attachments', 'ATTACHMENT_NOT_FOUND', 'Attachment data not found.'),
    { kind: 'rejected', code: 'network_refused', upstreamCode: '50035' },
    'the network refused: "Attachment data not found."',
  ],
  [
    'an empty message',
    refusal(400, 50006, 'Cannot send an empty message'),
    { kind: 'rejected', code: 'invalid_request', upstreamCode: '50006' },
    'the network shows nothing of this text; write some visible characters',
  ],
  [
    'a file that is too large',
    refusal(413, 40005, 'Request entity too large'),
    { kind: 'rejected', code: 'media_refused', upstreamCode: '40005' },
    'the files are too large for the channel; each may have 10 MB, unless its server was boosted',
  ],
  [
    'a request that a gateway finds too large',
    { status: 413, body: '<html>' },
    { kind: 'rejected', code: 'media_refused' },
    'the files are too large for the network; send fewer or smaller ones',
  ],
  [
    'an unknown channel',
    refusal(404, 10003, 'Unknown Channel'),
    { kind: 'not-found', code: 'network_not_found', upstreamCode: '10003' },
    'the channel of the webhook does not exist any more; disconnect chatbot, and connect a webhook of another channel',
  ],
  [
    'an unknown message',
    refusal(404, 10008, 'Unknown Message'),
    { kind: 'not-found', code: 'network_not_found', upstreamCode: '10008' },
    'the channel has no such message of this webhook any more',
  ],
  [
    'something else that is missing',
    refusal(404, 0, '404: Not Found'),
    { kind: 'not-found', code: 'network_not_found' },
    'the network does not have this webhook or message',
  ],
  [
    'a missing permission',
    refusal(403, 50013, 'Missing Permissions'),
    { kind: 'rejected', code: 'network_forbidden', upstreamCode: '50013' },
    'the network does not let the webhook do this; check the permissions of the channel',
  ],
  [
    'a version that was switched off',
    refusal(400, 50041, 'Invalid API version'),
    { kind: 'rejected', code: 'network_version_sunset', upstreamCode: '50041' },
    "the network switched off this version of its programming interface; update this server's software",
  ],
];

describe('what a user reads when Discord refuses', () => {
  let stub: StubNetwork;
  let driver: PlatformDriver;
  const account: ConnectedAccount = { accountId: '11', username: null, accountUrn: '22', accessToken: TOKEN };

  beforeAll(async () => {
    stub = await startStubNetwork();
    const registration = findNetwork('chatbot', 'discord');
    if (!registration) throw new Error('discord is not registered');
    const bases = { apiUrl: stub.url, oauthUrl: 'https://discord.com' };
    driver = registration.create({ clientId: '', clientSecret: '', ...bases });
  });
  afterAll(() => stub[Symbol.asyncDispose]());
  const publish = (text = 'hello', media = [] as ReturnType<typeof sampleImage>[], as = account) =>
    driver.publish({ text, media, meta: {} }, as, {});
  const connect = () =>
    driver.credential?.connect({ webhookUrl: `https://discord.com/api/webhooks/11/${TOKEN}` }, {}) ?? Promise.resolve();

  it.each(ROWS)('%s', async (_name, reply, expected, message) => {
    stub.reply = reply;
    expect(await rejectionOf(publish())).toMatchObject({ ...expected, message, status: reply.status });
  });

  it('a rate limit, by its header or, without one, by its body', async () => {
    const body = { message: 'You are being rate limited.', retry_after: 0.2, global: false };
    stub.reply = { status: 429, headers: { 'retry-after': '1' }, body };
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'rate-limited', retryAfterMs: 1000 });
    stub.reply = { status: 429, body };
    const error = await rejectionOf(publish());
    expect(error).toMatchObject({ code: 'network_rate_limited', retryAfterMs: 200 });
    expect(error).toMatchObject({ message: expect.stringMatching(/rate limiting this webhook or its channel until/) });
  });

  it('keeps the token out of what the network echoes, and sends none that is none', async () => {
    stub.reply = refusal(400, 50035, `no ${TOKEN} in /webhooks/11/${TOKEN}`);
    const error = await rejectionOf(publish());
    expect(`${error instanceof Error ? error.stack : ''} ${JSON.stringify(error)}`).not.toContain(TOKEN);
    expect(error).toMatchObject({ message: 'the network refused: "no *** in /webhooks/11/***"' });
    stub.requests.length = 0;
    const broken = { ...account, accessToken: '../11' };
    expect(await rejectionOf(publish('hello', [], broken))).toMatchObject({ kind: 'reconnect', status: null });
    expect(stub.requests).toEqual([]);
  });

  it('says what to paste when the webhook is unknown, and trusts no answer about another one', async () => {
    stub.reply = refusal(404, 10015, 'Unknown Webhook');
    expect(await rejectionOf(connect())).toMatchObject({ kind: 'rejected', code: 'invalid_request' });
    for (const body of [{ id: '12', guild_id: '22' }, { id: '11' }, { id: '11', guild_id: 'a/b' }, [], 'text']) {
      stub.reply = { status: 200, body };
      expect(await rejectionOf(connect())).toMatchObject({ kind: 'unavailable' });
    }
    stub.reply = { status: 200, body: { id: '11', guild_id: '22', name: ' B\u202Euilds\n' } };
    expect(await connect()).toMatchObject({ account: { accountId: '11', name: 'B uilds', accountUrn: '22' } });
  });

  it('does not know what became of a post whose answer does not say', async () => {
    for (const reply of [{ status: 204 }, { status: 200, body: { id: '7' } }, { status: 200, body: { id: 'x' } }]) {
      stub.reply = reply;
      expect(await rejectionOf(publish())).toMatchObject({ kind: 'outcome-unknown' });
    }
  });

  it('waits for the answer, calls nobody, and describes files', async () => {
    stub.requests.length = 0;
    stub.reply = { status: 200, body: { id: '7', channel_id: '33' } };
    expect(await publish('@everyone look')).toEqual({
      platformPostId: '7',
      url: 'https://discord.com/channels/22/33/7',
    });
    await publish('a dot', [sampleImage({ shade: 1, alt: 'd'.repeat(2000) }), sampleImage({ shade: 2 })]);
    const [text, files] = stub.requests;
    expect(text).toMatchObject({ method: 'POST', path: `/api/v10/webhooks/11/${TOKEN}?wait=true` });
    expect(JSON.parse(text?.body ?? '')).toEqual({ content: '@everyone look', allowed_mentions: { parse: [] } });
    const payload = /name="payload_json"\r\n\r\n(.*)\r\n--.*--\r\n$/.exec(files?.body ?? '')?.[1];
    expect(JSON.parse(payload ?? '')).toEqual({
      content: 'a dot',
      allowed_mentions: { parse: [] },
      attachments: [
        { id: '0', filename: '1.png', description: `${'d'.repeat(1023)}…` },
        { id: '1', filename: '2.png' },
      ],
    });
    expect(files?.body).toContain('name="files[1]"; filename="2.png"');
  });
});
