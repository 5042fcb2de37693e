import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectedAccount, identifyCaller, NETWORKS, type PlatformDriver } from '../../src/index.ts';
import { sampleImage } from '../support/media-samples.ts';
import {
  registrationOf,
  rejectionOf,
  type StubNetwork,
  startStubNetwork,
  stubAccount,
} from '../support/stub-network.ts';

const SOCIAL = 'social/1.2.3 (+https://social.example.com)';
const DISCORD = 'DiscordBot (https://social.example.com, 1.2.3)';
const BOT = `700:${'x'.repeat(35)}`;

let stub: StubNetwork;
beforeAll(async () => {
  stub = await startStubNetwork();
  identifyCaller({ version: '1.2.3', address: 'https://social.example.com' });
});
beforeEach(() => {
  stub.requests.length = 0;
});
afterAll(() => stub[Symbol.asyncDispose]());

const accountWith = (accessToken: string): ConnectedAccount =>
  stubAccount('135', { accountUrn: 'urn:li:person:a', accessToken });

const create = (network: string): PlatformDriver =>
  registrationOf(network).create({ clientId: 'id', clientSecret: 'secret', apiUrl: stub.url, oauthUrl: stub.url });

const agents = () => new Set(stub.requests.map(({ headers }) => headers['user-agent']));

describe.each(NETWORKS)('$network', ({ network }) => {
  it('learns the caller from the user agent', async () => {
    const driver = create(network);
    const account = accountWith(network === 'telegram' ? BOT : 'token');
    const image = { ...sampleImage({ shade: 1 }), publicUrl: 'https://media.example/a.jpg' };
    await rejectionOf(
      driver.publish({ text: 'hello', media: [image], settings: { title: 'hello' } }, account, {}),
    ).catch(() => undefined);
    const code = { code: 'code', redirectUri: 'https://social.example.com/back', codeVerifier: 'v'.repeat(43) };
    if (driver.oauth) {
      await rejectionOf(driver.oauth.exchangeCode(code, {}));
      await rejectionOf(driver.oauth.listAccounts('token', {}));
      await driver.oauth.refresh?.('token', {}).catch(() => undefined);
    }
    expect(stub.requests.length).toBeGreaterThan(0);
    expect(agents()).toEqual(new Set([network === 'discord' ? DISCORD : SOCIAL]));
  });
});

it('sends numbers and texts in the types that the networks define', async () => {
  const discord = create('discord');
  await rejectionOf(
    discord.publish({ text: '', media: [sampleImage({ shade: 1 })], settings: {} }, accountWith('t'), {}),
  );
  expect(stub.requests[0]?.body).toContain('"attachments":[{"id":"0",');
  stub.reply = (response, { path }) => {
    const result = path.endsWith('getChat') ? { id: -100, type: 'group', title: 'A group' } : { id: 700 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, result }));
  };
  const telegram = create('telegram');
  await rejectionOf(telegram.credential?.connect({ botToken: BOT, chatId: '-100' }, {}));
  expect(JSON.parse(stub.requests.at(-1)?.body ?? '')).toEqual({ chat_id: '-100', user_id: 700 });
});

it("reads the id of a direct message also in the form of X's API playground", async () => {
  stub.reply = { status: 201, body: { data: { id: '408', dm_conversation_id: '407' } } };
  const send = create('x').actions.sendDirectMessage;
  expect(await send?.({ recipientId: '1', text: 'hi' }, accountWith('token'), {})).toEqual({
    conversationId: '407',
    eventId: '408',
  });
});
