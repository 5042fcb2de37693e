import { sandboxSeed } from '@social/sandbox';
import { uniqueText, useStack } from '@social/testkit';
import { beforeEach, describe, expect, test } from 'vitest';
import { useDeskPerTest } from '../../src/programs/use-desk.ts';

const { stack } = useStack();
const { workspace, desk } = useDeskPerTest(stack);

/** Connects two Telegram chats, of which the first is the default, and a Discord channel. */
beforeEach(async () => {
  const { token: botToken } = sandboxSeed.telegram.bot;
  const { id, token } = sandboxSeed.discord.webhook;
  const connect = (body: object) => workspace.api('POST', '/api/connect/chatbot/token', { body });
  const { body } = await connect({ botToken });
  const [first, second] = body.details.choices;
  const webhookUrl = `${stack.sandboxUrl}/discord/api/webhooks/${id}/${token}`;
  for (const given of [{ botToken, chatId: first.accountId }, { botToken, chatId: second.accountId }, { webhookUrl }]) {
    expect((await connect(given)).status).toBe(201);
  }
});

interface Account {
  readonly name: string;
  readonly network: string;
  readonly isDefault: boolean;
}

async function accounts(): Promise<Account[]> {
  return JSON.parse((await desk.social(['connect', 'status', '--json'])).stdout).chatbot.accounts;
}

/** The names of the accounts: the default one, another one on Telegram, and one on Discord. */
async function names(): Promise<{ first: string; second: string; discord: string }> {
  const all = await accounts();
  const nameOf = (is: (account: Account) => boolean) => all.find(is)?.name ?? '';
  return {
    first: nameOf(({ isDefault }) => isDefault),
    second: nameOf(({ network, isDefault }) => network === 'telegram' && !isDefault),
    discord: nameOf(({ network }) => network === 'discord'),
  };
}

async function post(text: string, to: string, ...more: string[]) {
  const ended = await desk.social(['post', text, '--to', to, '--json', ...more]);
  const body = ended.stdout === '' ? undefined : JSON.parse(ended.stdout);
  return { ...ended, body, targets: body && Object.keys(body.platformResults).toSorted() };
}

const sentTo = async (network: 'telegram' | 'discord', text: string) =>
  (await stack.sandbox.posts(network)).filter((one) => one.text === text).length;

describe('social post', () => {
  test('reaches Telegram and Discord at once by their names', async () => {
    const text = uniqueText('To both');
    const sent = await post(text, 'telegram,discord');
    expect(sent).toMatchObject({ code: 0, targets: ['chatbot:discord', 'chatbot:telegram'] });
    expect([await sentTo('telegram', text), await sentTo('discord', text)]).toEqual([1, 1]);
  });

  test('reaches every account, and each once though the run is repeated after one was renamed', async () => {
    const text = uniqueText('To all of them');
    const { second } = await names();
    const sent = await post(text, 'chatbot:*');
    expect(sent.code).toBe(0);
    expect(sent.targets).toHaveLength(3);
    const shown = await desk.social(['post', 'show', sent.body.id, '--timeline', '--output', 'text']);
    for (const target of sent.targets) expect(shown.stdout).toMatch(new RegExp(`${target} +published`));
    expect(await desk.social(['connect', 'rename', `chatbot:${second}`, 'renamed'])).toMatchObject({ code: 0 });
    const again = await post(text, 'chatbot:*');
    expect(again).toMatchObject({ code: 0, body: { id: sent.body.id } });
    expect([await sentTo('telegram', text), await sentTo('discord', text)]).toEqual([2, 1]);
  });

  test('finds an account by the name that it had', async () => {
    const text = uniqueText('By an old name');
    const { second } = await names();
    await desk.social(['connect', 'rename', `chatbot:${second}`, 'renamed']);
    const sent = await post(text, `telegram:${second}`);
    expect(sent).toMatchObject({ code: 0, targets: [`chatbot:${second}`] });
    expect(await sentTo('telegram', text)).toBe(1);
  });

  test('sends nothing for an account that does not exist, one of another network, or two names of one', async () => {
    const { first, discord } = await names();
    const text = uniqueText('Nowhere');
    for (const to of ['chatbot:nobody', `telegram:${discord}`, `chatbot,chatbot:${first}`, 'mastodon:*']) {
      const sent = await post(text, to);
      expect([to, sent.code]).toEqual([to, to === 'mastodon:*' ? 4 : 2]);
    }
    expect([await sentTo('telegram', text), await sentTo('discord', text)]).toEqual([0, 0]);
  });

  test('sends all to the default account, and nothing again when another one is the default', async () => {
    const text = uniqueText('To the default');
    const { discord } = await names();
    expect(await post(text, 'all')).toMatchObject({ code: 0, targets: ['chatbot'] });
    expect(await desk.social(['connect', 'default', `chatbot:${discord}`])).toMatchObject({ code: 0 });
    expect(await post(text, 'all')).toMatchObject({ code: 0, targets: ['chatbot'] });
    expect([await sentTo('telegram', text), await sentTo('discord', text)]).toEqual([1, 0]);
    const other = uniqueText('To the new default');
    await post(other, 'all');
    expect([await sentTo('telegram', other), await sentTo('discord', other)]).toEqual([0, 1]);
  });
});

describe('social disconnect', () => {
  test('disconnects one account, and the others stay', async () => {
    const { second } = await names();
    expect(await desk.social(['disconnect', `chatbot:${second}`, '--yes'])).toMatchObject({ code: 0 });
    expect((await accounts()).map(({ network }) => network).toSorted()).toEqual(['discord', 'telegram']);
  });

  test('disconnects a network, and leaves the other one of the platform', async () => {
    expect(await desk.social(['disconnect', 'telegram', '--yes'])).toMatchObject({ code: 0 });
    expect((await accounts()).map(({ network }) => network)).toEqual(['discord']);
    const shown = await desk.social(['connect', 'status', '--output', 'text']);
    const { discord } = await names();
    expect(shown.stdout).toContain(`social connect default chatbot:${discord}`);
  });

  test('disconnects all accounts of a platform', async () => {
    expect(await desk.social(['disconnect', 'chatbot', '--yes'])).toMatchObject({ code: 0 });
    expect(await accounts()).toEqual([]);
  });
});

describe('lists by account', () => {
  const textsOf = async (platform: string) => {
    const { stdout } = await desk.social(['post', 'list', '--platform', platform, '--json']);
    return JSON.parse(stdout).posts.map(({ text }: { text: string }) => text);
  };

  test('show the posts of a network, of an account, of a platform', async () => {
    const { second, discord } = await names();
    const texts = ['First', 'Second', 'Third'].map(uniqueText);
    const [first, other, third] = texts as [string, string, string];
    await post(first, 'chatbot');
    await post(other, `telegram:${second}`);
    await post(third, `discord:${discord}`);
    expect(await textsOf('chatbot')).toEqual([third, other, first]);
    expect(await textsOf('chatbot:*')).toEqual([third, other, first]);
    expect(await textsOf('telegram')).toEqual([other, first]);
    expect(await textsOf(`chatbot:${second}`)).toEqual([other]);
    expect(await textsOf(`telegram:${second}`)).toEqual([other]);
    expect(await textsOf('discord')).toEqual([third]);
  });

  test('name the account in the log where it is not the default one', async () => {
    const { first, second } = await names();
    await post(uniqueText('To both'), `chatbot,chatbot:${second}`);
    const { stdout } = await desk.social(['logs', '--action', 'post.published', '--output', 'text']);
    const platforms = stdout.split('\n').flatMap((line) => /post\.published\s+(\S+)/.exec(line)?.[1] ?? []);
    expect(platforms.toSorted()).toEqual(['chatbot', `chatbot:${second}`]);
    const one = await desk.social([
      'logs',
      '--action',
      'post.published',
      '--platform',
      `chatbot:${first}`,
      '--output',
      'text',
    ]);
    expect(one.stdout).toContain('1-1 of 1');
    const json = await desk.social(['logs', '--platform', `telegram:${second}`, '--json']);
    expect(JSON.parse(json.stdout).logs[0]).toMatchObject({ platform: 'chatbot', metadata: { target: second } });
  });

  test.each([
    ['all', /--platform takes a platform or one of its accounts/],
    ['mastodn', /"mastodn" is not a platform: did you mean mastodon/],
    ['mastodon:', /"" is not the name of an account/],
    [':news', /"" is not a platform/],
    ['mastodon:News', /"News" is not the name of an account/],
    [`mastodon:${'n'.repeat(33)}`, /is not the name of an account/],
    ['chatbot:nobody', /chatbot:nobody is not an account/],
  ])('refuse %s', async (platform, message) => {
    for (const list of [['post', 'list'], ['logs']]) {
      const ended = await desk.social([...list, '--platform', platform]);
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(message)]);
    }
  });
});
