import { type NetworkId, sandboxSeed } from '@social/sandbox';
import { samplePng, uniqueText, useStack, type Workspace } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../../src/programs/social-command.ts';

const { stack } = useStack();

const bot = () => ({ botToken: sandboxSeed.telegram.bot.token, chatId: '@sandbox_channel' });
const webhook = () => {
  const { id, token } = sandboxSeed.discord.webhook;
  return { webhookUrl: `${stack.sandboxUrl}/discord/api/webhooks/${id}/${token}` };
};

interface Connected extends AsyncDisposable {
  readonly desk: Desk;
  readonly workspace: Workspace;
}

/** Makes a workspace whose chat bot is at that network, and a desk with a picture. */
async function connect(credential: object): Promise<Connected> {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  expect((await workspace.api('POST', '/api/connect/chatbot/token', { body: credential })).status).toBe(201);
  const desk = await openDesk(stack.url, workspace.apiKey);
  await desk.write({ 'picture.png': samplePng(7) });
  return { desk, workspace, [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose]() };
}

const words = (text: string, count: number) => `${text} ${'word '.repeat(count)}`.trim();
/** Posts that networks have accepted with the beginning of a text. */
const acceptedOf = async (text: string, network?: NetworkId) =>
  (await stack.sandbox.posts(network)).filter((post) => post.text.startsWith(text.slice(0, 20)));
const PICTURE = ['--media', 'picture.png'];

describe.each([
  ['telegram', bot, PICTURE, (text: string) => words(text, 300), 1024],
  ['discord', webhook, [], (text: string) => words(text, 450), 2000],
  ['discord, which counts formatting twice', webhook, [], (text: string) => `${text} ${'*_ '.repeat(450)}`, 2000],
] as const)('a text that is too long for %s', (name, credential, media, long, max) => {
  const network = name.split(',')[0] as 'telegram' | 'discord';

  test('is reported by a dry run and by the post, which sends nothing, or leaves that platform out', async () => {
    await using world = await connect(credential());
    const text = long(uniqueText('Long'));
    const args = ['post', text, ...media, '--to', 'chatbot,profnet', '--json'];
    const dry = await world.desk.social([...args, '--dry-run']);
    const { chatbot, profnet } = JSON.parse(dry.stdout).platformResults;
    expect(chatbot).toMatchObject({ ok: false, code: 'invalid_request', characters: { max }, credits: 1 });
    expect(chatbot.characters.count).toBeGreaterThan(max);
    expect(chatbot.error).toContain(`of ${max} characters`);
    expect(profnet).toMatchObject({ ok: true, characters: { max: 3000 } });

    const before = await stack.sandbox.requests(network);
    const refused = await world.desk.social(args);
    expect([refused.code, JSON.parse(refused.stdout).platformResults]).toEqual([dry.code, { chatbot, profnet }]);
    expect(await acceptedOf(text)).toEqual([]);

    for (const _again of [1, 2]) {
      const sent = await world.desk.social([...args, '--continue-on-partial']);
      expect([sent.code, JSON.parse(sent.stdout).platforms]).toEqual([0, ['profnet']]);
    }
    expect(await acceptedOf(text)).toHaveLength(1);
    expect(await stack.sandbox.requests(network)).toHaveLength(before.length);
  });

  test('is shortened by --fit, and the same command publishes nothing again', async () => {
    await using world = await connect(credential());
    const text = long(uniqueText('Fitted'));
    const args = ['post', text, ...media, '--to', 'chatbot,profnet', '--fit', 'shorten', '--json'];
    const sent = await world.desk.social(args);
    expect(sent).toMatchObject({ code: 0, stderr: '{"note":"Shortened for Telegram or Discord"}\n' });
    const again = await world.desk.social(args);
    expect(again.code).toBe(0);
    const accepted = await acceptedOf(text, network);
    expect(accepted).toHaveLength(1);
    expect(accepted[0]?.text).toMatch(/…$/);
    expect(accepted[0]?.text.length).toBeGreaterThan(max * 0.4);
  });
});

test('a text that fits the connected network stays unchanged, though another network takes less', async () => {
  await using world = await connect(bot());
  const text = words(uniqueText('Whole'), 500);
  const sent = await world.desk.social(['post', text, '--to', 'chatbot', '--fit', 'shorten', '--json']);
  expect(sent).toMatchObject({ code: 0, stderr: '' });
  expect((await stack.sandbox.posts('telegram')).map((post) => post.text)).toContain(text);
});

test('a fitted post stays the same one when another network is connected', async () => {
  await using world = await connect(webhook());
  const text = words(uniqueText('Moved'), 450);
  const args = ['post', text, '--to', 'profnet,chatbot', '--fit', 'shorten', '--json'];
  expect((await world.desk.social(args)).code).toBe(0);
  expect((await world.desk.social(['disconnect', 'chatbot', '--yes', '--json'])).code).toBe(0);
  expect((await world.desk.social(args)).code).toBe(0);
  await world.workspace.api('POST', '/api/connect/chatbot/token', { body: bot() });
  const again = await world.desk.social(args);
  expect(again.stderr).toContain('nothing was sent again');
  const accepted = await acceptedOf(text);
  expect(accepted.map((post) => post.network).toSorted()).toEqual(['discord', 'linkedin']);
});

test('a thread, which is one text there, is shortened as a whole', async () => {
  await using world = await connect(webhook());
  const [text, second, third] = [words(uniqueText('Part'), 150), words('Second', 150), words('Third', 150)];
  const args = ['post', text, '--thread', second, '--thread', third, '--to', 'chatbot', '--fit', 'shorten', '--json'];
  expect((await world.desk.social(args)).code).toBe(0);
  const [post] = await acceptedOf(text, 'discord');
  expect(post?.text).toContain('Second');
  expect(post?.text).toMatch(/…$/);
});

test('an article of the webhook is shortened for the network, and keeps its hashtag', async () => {
  await using world = await connect(webhook());
  const title = uniqueText('Article');
  const body = { title, body: 'word '.repeat(450), keyword: 'news' };
  const { status } = await world.workspace.api('POST', '/api/webhooks/incoming?platforms=profnet,chatbot', { body });
  expect(status).toBe(201);
  const [post] = (await stack.sandbox.posts('discord')).filter((one) => one.text.startsWith(title));
  expect(post?.text).toMatch(/…\n\n\\?#news$/);
});

test('posts in files are shortened for the network that is connected', async () => {
  await using world = await connect(bot());
  const text = words(uniqueText('Filed'), 300);
  const head = '---\nplatforms: [chatbot]\nfit: shorten\nmedia: [{ path: ../picture.png, alt: A dot }]\n---\n\n';
  await world.desk.write({ 'posts/one.md': `${head}${text}\n` });
  const applied = await world.desk.social(['apply', 'posts', '--yes', '--json']);
  expect(applied).toMatchObject({ code: 0 });
  const [post] = await acceptedOf(text, 'telegram');
  expect(post?.text).toMatch(/…$/);
});

test('a scheduled text that is too long for the network which is connected by then fails there alone', async () => {
  await using world = await connect(bot());
  const text = words(uniqueText('Later'), 450);
  expect((await world.desk.social(['disconnect', 'chatbot', '--yes', '--json'])).code).toBe(0);
  const scheduled = { text, platforms: ['chatbot', 'profnet'], scheduledFor: '2099-01-01T09:00:00Z' };
  const { id } = (await world.workspace.publish(scheduled)).body;
  expect((await world.workspace.api('POST', '/api/connect/chatbot/token', { body: webhook() })).status).toBe(201);
  const body = { scheduledFor: new Date(Date.now() + 500).toISOString() };
  expect((await world.workspace.api('PATCH', `/api/v1/posts/${id}`, { body })).status).toBe(200);
  const error = expect.stringContaining('of 2000 characters');
  const chatbot = { state: 'failed', code: 'invalid_request', credits: 0, error };
  await world.workspace.untilPost(id, { platformResults: { profnet: { ok: true }, chatbot } });
  expect((await stack.sandbox.posts('discord')).map((post) => post.text)).not.toContain(text);
});

test('--fit leaves room for the content warning of a status', async () => {
  const workspace = await stack.createWorkspace({ connect: ['mastodon'] });
  await using desk = await openDesk(stack.url, workspace.apiKey);
  const text = words(uniqueText('Warned'), 90);
  const warning = `${uniqueText('About food')} ${'w'.repeat(40)}`;
  const args = ['post', text, '--to', 'mastodon', '--meta', `spoilerText=${warning}`];
  expect((await desk.social([...args, '--dry-run'])).stdout).toContain('of 500 characters with its content warning');
  const sent = await desk.social([...args, '--fit', 'shorten']);
  expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining('Shortened for Mastodon')]);
  // The sandbox shows the warning above the text.
  const [post] = await acceptedOf(warning, 'mastodon');
  expect(post?.text).toMatch(/…$/);
  expect(post?.text.length).toBeLessThanOrEqual(502);
});
