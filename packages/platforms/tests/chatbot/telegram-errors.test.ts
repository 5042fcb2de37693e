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

const SECRET = 'very-secret-token-of-thirty-5-chars';
const TOKEN = `110201543:${SECRET}`;
const { reconnect, forbidden, invalid, refused, refusedFile, notFound } = EXPECTED;
const UNREADABLE = 'Telegram could not read the file; check that it opens, or convert it';
const NOT_THERE = 'the bot is no longer in this chat; add it again and let it post messages';
const NO_RIGHTS = 'the bot may not post in this chat; make it an administrator who may post messages';

const refusal = (status: number, description: string, parameters?: unknown): StubReply => ({
  status,
  body: { ok: false, error_code: status, description, parameters },
});

/** Answers as Telegram gives them, and the messages for users. */
const ROWS: readonly ErrorRow[] = [
  ...errorRows(invalid, (said) => refusal(400, said), {
    'Bad Request: message is too long': 'Telegram counts this text as too long; shorten it to 4096 characters',
    'Bad Request: message caption is too long':
      'Telegram counts this text as too long beside media; shorten it to 1024 characters',
    'Bad Request: message text is empty': 'Telegram shows nothing of this text; write some visible characters',
  }),
  ...errorRows(notFound, (said) => refusal(400, said), {
    'Bad Request: chat not found': 'Telegram shows the bot no such chat; check the id, and add the bot to the chat',
  }),
  ...errorRows(refusedFile, (said) => refusal(400, said), {
    'Bad Request: wrong file identifier/HTTP URL specified': UNREADABLE,
    'Bad Request: failed to get HTTP URL content': UNREADABLE,
    'Bad Request: wrong remote file id specified': UNREADABLE,
    'Bad Request: IMAGE_PROCESS_FAILED': UNREADABLE,
    'Bad Request: PHOTO_INVALID_DIMENSIONS':
      'Telegram refuses the dimensions of the image; width and height may be 10000 pixels together',
  }),
  ...errorRows(refused, (said) => refusal(400, said), {
    "Bad Request: can't parse entities: Unsupported start tag":
      'the network refused: "Bad Request: can\'t parse entities: Unsupported start tag"',
  }),
  ...errorRows(forbidden, (said) => refusal(400, said), {
    'Bad Request: not enough rights to send text messages to the chat': NO_RIGHTS,
  }),
  ...errorRows(reconnect, (said) => refusal(401, said), {
    Unauthorized: "Telegram no longer accepts the bot's token; get it from @BotFather and connect chatbot again",
  }),
  ...errorRows(reconnect, (said) => refusal(404, said), {
    'Not Found': 'Telegram knows no bot with this token; get it from @BotFather and connect chatbot again',
  }),
  ...errorRows(forbidden, (said) => refusal(403, said), {
    'Forbidden: bot was blocked by the user': 'the user of this chat blocked the bot; only they can unblock it',
    'Forbidden: bot is not a member of the channel chat': NOT_THERE,
    'Forbidden: bot was kicked from the supergroup chat': NOT_THERE,
    'Forbidden: something else': 'Telegram does not let the bot post in this chat; check its rights there',
  }),
  ...errorRows(refusedFile, (said) => refusal(413, said), {
    'Request Entity Too Large': 'the file is too large for Telegram; images may have 10 MB, other files 50 MB',
  }),
];

describe('messages when Telegram refuses', () => {
  const used = useStubbedDriver('telegram', { oauthUrl: 'https://t.me' });
  const account = stubAccount('-1001234567890', { username: 'release_notes', accessToken: TOKEN });

  const publish = (media = [] as ReturnType<typeof sampleImage>[], as = account) =>
    used.driver.publish({ text: 'hello', media, settings: {} }, as, {});
  const connect = (chatId?: string) =>
    used.driver.credential?.connect({ botToken: TOKEN, ...(chatId !== undefined && { chatId }) }, {}) ??
    Promise.resolve();

  describeErrorRules(used, ROWS, publish);

  it('asks to reconnect a group that was upgraded to a supergroup', async () => {
    const parameters = { migrate_to_chat_id: -1009876543210 };
    used.stub.reply = refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', parameters);
    expect(await rejectionOf(publish())).toMatchObject({
      ...reconnect,
      message: 'the group became a supergroup with a new id; disconnect chatbot, then connect it to the supergroup',
    });
  });

  it('reads the end of a rate limit from the body', async () => {
    used.stub.reply = refusal(429, 'Too Many Requests: retry after 35', { retry_after: 35 });
    const error = await rejectionOf(publish());
    expect(error).toMatchObject({ kind: 'rate-limited', code: 'network_rate_limited', retryAfterMs: 35_000 });
    expect(error).toMatchObject({
      message: expect.stringMatching(/rate limiting this bot or chat until \d\d:\d\d UTC$/),
    });
    used.stub.reply = refusal(429, 'Too Many Requests: retry after 35', { retry_after: 'soon' });
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'rate-limited', retryAfterMs: null });
  });

  it('explains another program that reads the updates, and an unknown token, while connecting', async () => {
    used.stub.reply = (response, { path }) => {
      const isUpdates = path.endsWith('/getUpdates');
      response.writeHead(isUpdates ? 409 : 200);
      const conflict = { ok: false, error_code: 409, description: 'Conflict: terminated by other getUpdates request' };
      response.end(JSON.stringify(isUpdates ? conflict : { ok: true, result: { id: 7, is_bot: true } }));
    };
    expect(await rejectionOf(connect())).toMatchObject({
      kind: 'rejected',
      message: 'another program is reading the messages of this bot; give the id of the chat as chatId',
    });
    used.stub.reply = refusal(401, 'Unauthorized');
    expect(await rejectionOf(connect('1'))).toMatchObject({
      ...invalid,
      message: 'botToken: Telegram knows no bot with this token; copy the whole line that @BotFather gave you',
    });
  });

  it('explains that an old message cannot be deleted', async () => {
    used.stub.reply = refusal(400, "Bad Request: message can't be deleted for everyone");
    expect(await rejectionOf(used.driver.actions.deletePost?.('7', account, {}))).toMatchObject({
      kind: 'rejected',
      code: 'not_deletable',
      message: 'Telegram does not let the bot delete this message; bots may delete for 48 hours only',
    });
  });

  it('keeps the token out of what the network echoes', async () => {
    for (const echo of [TOKEN, SECRET, encodeURIComponent(TOKEN), `/bot${TOKEN}/sendMessage`]) {
      used.stub.reply = refusal(400, `Bad Request: ${echo}`);
      const error = await rejectionOf(publish());
      expect(`${error instanceof Error ? error.stack : ''} ${JSON.stringify(error)}`).not.toContain(SECRET);
      expect(error).toMatchObject({ message: expect.stringContaining('***') });
    }
  });

  it('sends nothing with an invalid stored token', async () => {
    used.stub.requests.length = 0;
    const error = await rejectionOf(publish([], { ...account, accessToken: '7:../../getMe' }));
    expect(error).toMatchObject({ ...reconnect, status: null });
    expect(used.stub.requests).toEqual([]);
  });

  it('reports an unknown outcome when the answer does not name the post', async () => {
    for (const body of [{ ok: true }, { ok: true, result: true }, { ok: true, result: { message_id: 'x' } }, []]) {
      used.stub.reply = { status: 200, body };
      expect(await rejectionOf(publish())).toMatchObject({ kind: 'outcome-unknown' });
    }
  });

  it('sends text literally, and a file with its caption in one form', async () => {
    used.stub.requests.length = 0;
    const chat = { id: -1001234567890, type: 'channel', title: 'Release notes', username: 'release_notes' };
    used.stub.reply = { status: 200, body: { ok: true, result: { message_id: 12, chat } } };
    expect(await publish()).toEqual({ platformPostId: '12', url: 'https://t.me/release_notes/12' });
    const image = { ...sampleImage({ shade: 1 }), fileName: 'a "b"\r\n.png' };
    await publish([image]);
    const [text, photo] = used.stub.requests;
    expect(text).toMatchObject({ method: 'POST', path: `/bot${TOKEN}/sendMessage` });
    expect(JSON.parse(text?.body ?? '')).toEqual({ chat_id: '-1001234567890', text: 'hello' });
    expect(photo).toMatchObject({ path: `/bot${TOKEN}/sendPhoto` });
    expect(photo?.headers['content-length']).toMatch(/^\d+$/);
    expect(photo?.headers['transfer-encoding']).toBeUndefined();
    expect(photo?.body).toContain('name="caption"\r\n\r\nhello\r\n');
    expect(photo?.body).toContain('name="photo"; filename="a %22b%22%0D%0A.png"\r\nContent-Type: image/png\r\n\r\n');
  });

  it('reads only the safe parts of a hostile chat', async () => {
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
      used.stub.reply = (response, { path }) =>
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
