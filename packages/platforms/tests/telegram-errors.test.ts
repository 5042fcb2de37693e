import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectedAccount, PlatformDriver, PlatformErrorKind } from '../src/index.ts';
import { findNetwork } from '../src/index.ts';
import { sampleImage } from './media-samples.ts';
import { rejectionOf, type StubNetwork, type StubReply, startStubNetwork } from './stub-network.ts';

const SECRET = 'very-secret-token-of-thirty-5-chars';
const TOKEN = `110201543:${SECRET}`;
const RECONNECT = { kind: 'reconnect', code: 'reconnect_required' } as const;
const FORBIDDEN = { kind: 'rejected', code: 'network_forbidden' } as const;
const WRONG_TEXT = { kind: 'rejected', code: 'invalid_request' } as const;
const WRONG_FILE = { kind: 'rejected', code: 'media_refused' } as const;
const UNREADABLE = 'the network could not read the file; check that it opens, or convert it';
const NOT_THERE = 'the bot is not in this chat any more; add it again and let it post messages';
const NO_RIGHTS = 'the bot may not post in this chat; make it an administrator who may post messages';

const refusal = (status: number, description: string, parameters?: unknown): StubReply => ({
  status,
  body: { ok: false, error_code: status, description, parameters },
});

type Row = readonly [
  description: string,
  status: number,
  expected: { readonly kind: PlatformErrorKind; readonly code: string },
  message: string,
];

/** Answers as Telegram gives them, and what a user reads. */
const ROWS: readonly Row[] = [
  [
    'Bad Request: message is too long',
    400,
    WRONG_TEXT,
    'the network counts this text as too long; shorten it to 4096 characters',
  ],
  [
    'Bad Request: message caption is too long',
    400,
    WRONG_TEXT,
    'the network counts this text as too long beside media; shorten it to 1024 characters',
  ],
  [
    'Bad Request: message text is empty',
    400,
    WRONG_TEXT,
    'the network shows nothing of this text; write some visible characters',
  ],
  [
    'Bad Request: chat not found',
    400,
    { kind: 'not-found', code: 'network_not_found' },
    'the network shows the bot no such chat; check the id, and add the bot to the chat',
  ],
  ['Bad Request: wrong file identifier/HTTP URL specified', 400, WRONG_FILE, UNREADABLE],
  ['Bad Request: failed to get HTTP URL content', 400, WRONG_FILE, UNREADABLE],
  ['Bad Request: wrong remote file id specified', 400, WRONG_FILE, UNREADABLE],
  ['Bad Request: IMAGE_PROCESS_FAILED', 400, WRONG_FILE, UNREADABLE],
  [
    'Bad Request: PHOTO_INVALID_DIMENSIONS',
    400,
    WRONG_FILE,
    'the network refuses the dimensions of the image; width and height may be 10000 pixels together',
  ],
  [
    "Bad Request: can't parse entities: Unsupported start tag",
    400,
    { kind: 'rejected', code: 'network_refused' },
    'the network refused: "Bad Request: can\'t parse entities: Unsupported start tag"',
  ],
  ['Bad Request: not enough rights to send text messages to the chat', 400, FORBIDDEN, NO_RIGHTS],
  [
    'Unauthorized',
    401,
    RECONNECT,
    "the network no longer accepts the bot's token; get it from @BotFather and connect chatbot again",
  ],
  [
    'Not Found',
    404,
    RECONNECT,
    'the network knows no bot with this token; get it from @BotFather and connect chatbot again',
  ],
  [
    'Forbidden: bot was blocked by the user',
    403,
    FORBIDDEN,
    'the user of this chat blocked the bot; only they can unblock it',
  ],
  ['Forbidden: bot is not a member of the channel chat', 403, FORBIDDEN, NOT_THERE],
  ['Forbidden: bot was kicked from the supergroup chat', 403, FORBIDDEN, NOT_THERE],
  [
    'Forbidden: something else',
    403,
    FORBIDDEN,
    'the network does not let the bot post in this chat; check its rights there',
  ],
  [
    'Request Entity Too Large',
    413,
    WRONG_FILE,
    'the file is too large for the network; images may have 10 MB, videos 50 MB',
  ],
];

describe('what a user reads when Telegram refuses', () => {
  let stub: StubNetwork;
  let driver: PlatformDriver;
  const account: ConnectedAccount = {
    accountId: '-1001234567890',
    username: 'release_notes',
    accountUrn: null,
    accessToken: TOKEN,
  };

  beforeAll(async () => {
    stub = await startStubNetwork();
    const registration = findNetwork('chatbot');
    if (!registration) throw new Error('chatbot has no network');
    expect(registration.network).toBe('telegram');
    driver = registration.create({ clientId: '', clientSecret: '', apiUrl: stub.url, oauthUrl: 'https://t.me' });
  });
  afterAll(() => stub[Symbol.asyncDispose]());
  const publish = (media = [] as ReturnType<typeof sampleImage>[], as = account) =>
    driver.publish({ text: 'hello', media, meta: {} }, as, {});
  const connect = (chatId?: string) =>
    driver.credential?.connect({ botToken: TOKEN, ...(chatId !== undefined && { chatId }) }, {}) ?? Promise.resolve();

  it.each(ROWS)('%s', async (description, status, expected, message) => {
    stub.reply = refusal(status, description);
    expect(await rejectionOf(publish())).toMatchObject({ ...expected, message, status });
  });

  it('a group that became a supergroup', async () => {
    const parameters = { migrate_to_chat_id: -1009876543210 };
    stub.reply = refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', parameters);
    expect(await rejectionOf(publish())).toMatchObject({
      ...RECONNECT,
      message: 'the group became a supergroup with a new id; disconnect chatbot, then connect it to the supergroup',
    });
  });

  it('a rate limit, whose end is in the body', async () => {
    stub.reply = refusal(429, 'Too Many Requests: retry after 35', { retry_after: 35 });
    const error = await rejectionOf(publish());
    expect(error).toMatchObject({ kind: 'rate-limited', code: 'network_rate_limited', retryAfterMs: 35_000 });
    expect(error).toMatchObject({
      message: expect.stringMatching(/rate limiting this bot or chat until \d\d:\d\d UTC$/),
    });
    stub.reply = refusal(429, 'Too Many Requests: retry after 35', { retry_after: 'soon' });
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'rate-limited', retryAfterMs: null });
  });

  it('another program that reads the updates, and a token that nobody knows, while connecting', async () => {
    stub.reply = (response, { path }) => {
      const isUpdates = path.endsWith('/getUpdates');
      response.writeHead(isUpdates ? 409 : 200);
      const conflict = { ok: false, error_code: 409, description: 'Conflict: terminated by other getUpdates request' };
      response.end(JSON.stringify(isUpdates ? conflict : { ok: true, result: { id: 7, is_bot: true } }));
    };
    expect(await rejectionOf(connect())).toMatchObject({
      kind: 'rejected',
      message: 'another program is reading the messages of this bot; give the id of the chat as chatId',
    });
    stub.reply = refusal(401, 'Unauthorized');
    expect(await rejectionOf(connect('1'))).toMatchObject({
      ...WRONG_TEXT,
      message: 'botToken: the network knows no bot with this token; copy the whole line that @BotFather gave you',
    });
  });

  it('a message that cannot be deleted any more', async () => {
    stub.reply = refusal(400, "Bad Request: message can't be deleted for everyone");
    expect(await rejectionOf(driver.actions.deletePost?.('7', account, {}) ?? Promise.resolve())).toMatchObject({
      ...FORBIDDEN,
      message: 'the network does not let the bot delete this message; bots may delete for 48 hours only',
    });
  });

  it('keeps the token out of what the network echoes', async () => {
    for (const echo of [TOKEN, SECRET, encodeURIComponent(TOKEN), `/bot${TOKEN}/sendMessage`]) {
      stub.reply = refusal(400, `Bad Request: ${echo}`);
      const error = await rejectionOf(publish());
      expect(`${error instanceof Error ? error.stack : ''} ${JSON.stringify(error)}`).not.toContain(SECRET);
      expect(error).toMatchObject({ message: expect.stringContaining('***') });
    }
  });

  it('sends nothing with a stored token that is none', async () => {
    stub.requests.length = 0;
    const error = await rejectionOf(publish([], { ...account, accessToken: '7:../../getMe' }));
    expect(error).toMatchObject({ ...RECONNECT, status: null });
    expect(stub.requests).toEqual([]);
  });

  it('does not know what became of a post whose answer does not say', async () => {
    for (const body of [{ ok: true }, { ok: true, result: true }, { ok: true, result: { message_id: 'x' } }, []]) {
      stub.reply = { status: 200, body };
      expect(await rejectionOf(publish())).toMatchObject({ kind: 'outcome-unknown' });
    }
  });

  it('sends text literally, and a file with its caption in one form', async () => {
    stub.requests.length = 0;
    const chat = { id: -1001234567890, type: 'channel', title: 'Release notes', username: 'release_notes' };
    stub.reply = { status: 200, body: { ok: true, result: { message_id: 12, chat } } };
    expect(await publish()).toEqual({ platformPostId: '12', url: 'https://t.me/release_notes/12' });
    const image = { ...sampleImage({ shade: 1 }), fileName: 'a "b"\r\n.png' };
    await publish([image]);
    const [text, photo] = stub.requests;
    expect(text).toMatchObject({ method: 'POST', path: `/bot${TOKEN}/sendMessage` });
    expect(JSON.parse(text?.body ?? '')).toEqual({ chat_id: '-1001234567890', text: 'hello' });
    expect(photo).toMatchObject({ path: `/bot${TOKEN}/sendPhoto` });
    expect(photo?.headers['content-length']).toMatch(/^\d+$/);
    expect(photo?.headers['transfer-encoding']).toBeUndefined();
    expect(photo?.body).toContain('name="caption"\r\n\r\nhello\r\n');
    expect(photo?.body).toContain('name="photo"; filename="a %22b%22%0D%0A.png"\r\nContent-Type: image/png\r\n\r\n');
  });

  it('takes a hostile chat only as far as it is safe', async () => {
    const hostile = [
      {
        message: {
          chat: { id: -1001, type: 'channel', title: `A\u202Eda\u0000\n${'x'.repeat(9000)}`, username: 'a/b' },
        },
      },
      { message: { chat: { id: 'x', type: 'channel' } } },
      { message: { chat: { id: 5, type: 'strange' } } },
      { my_chat_member: { chat: { id: -1001, type: 'channel' }, new_chat_member: { status: 'kicked' } } },
      { message: { chat: { id: 6, type: 'private' } } },
      null,
      'text',
    ];
    const answer = (updates: unknown) => {
      stub.reply = (response, { path }) =>
        void response.end(JSON.stringify({ ok: true, result: path.endsWith('/getMe') ? { id: 7 } : updates }));
      return connect();
    };
    expect(await answer(hostile)).toMatchObject({ choices: [{ accountId: '6', name: '6', username: null }] });
    expect(await answer(hostile.slice(0, 1))).toMatchObject({
      choices: [{ accountId: '-1001', username: null, name: expect.stringMatching(/^A da x{251}$/) }],
    });
    expect(await answer([])).toEqual({ choices: [] });
    expect(await rejectionOf(answer({}))).toMatchObject({ kind: 'unavailable' });
  });
});
