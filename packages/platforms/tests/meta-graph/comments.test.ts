import { sandboxApp } from '@social/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import { contentProblem, type OutgoingPost, type PlatformDriver } from '../../src/index.ts';
import { connectAccount, oauthOf } from '../suite/browser-flow.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { useMediaServer } from '../support/served-media.ts';
import { registrationOf, rejectionOf, stubAccount, useStubbedDriver } from '../support/stub-network.ts';

const files = await useMediaServer();
const NETWORKS = [
  {
    network: 'facebook',
    scope: 'pages_manage_engagement',
    media: () => [],
    twin: undefined,
    address: /\/facebook\/\d+_\d+\?comment_id=\d+$/,
  },
  {
    network: 'instagram',
    scope: 'instagram_business_manage_comments',
    media: () => [files.jpeg({ shade: 0 })],
    twin: undefined,
    address: /\/instagram\/p\/\w+\/c\/\d+\/$/,
  },
  {
    network: 'instagram-facebook',
    scope: 'instagram_manage_comments',
    media: () => [files.jpeg({ shade: 0 })],
    twin: { called: 'facebook', posts: 'instagram' },
    address: /\/instagram\/p\/\w+\/c\/\d+\/$/,
  },
] as const;

describe.each(NETWORKS)('comments of $network', ({ network, scope, media, twin, address }) => {
  const used = useSandboxedDriver(network, twin);
  let driver: PlatformDriver;
  let post: { id: string; url: string };

  const connect = async (scopes: readonly string[]) => {
    const { url } = used.sandbox;
    const base = `${url}${registrationOf(network).sandboxPath}`;
    driver = registrationOf(network).create({ ...sandboxApp, scopes, apiUrl: base, oauthUrl: base });
    used.account = (await connectAccount(driver)).account;
  };
  const usualScopes = () => oauthOf(used.driver).scopes;
  const publish = (more: Partial<OutgoingPost> = {}) =>
    driver.publish({ text: 'a post', media: [], settings: {}, ...more }, used.account, {});
  const comment = (text: string, settings = {}) => publish({ text, settings, replyTo: post.id });
  const remove = async (id: string) => driver.actions.deletePost?.(id, used.account, {});
  const left = async () => (await used.control.acceptedPosts()).filter(({ deletedAt }) => deletedAt === null);

  beforeEach(async () => {
    await connect([...usualScopes(), scope]);
    const { platformPostId: id, url } = await publish({ media: media() });
    post = { id, url };
  });

  it('are made below the post, by one request each', async () => {
    const before = await used.control.countRequests('publish');
    const first = await comment('First: https://example.org/notes & more');
    const second = await comment('Second', { type: 'feed', link: 'https://example.org' });
    expect(await used.control.countRequests('publish')).toBe(before + 2);
    expect(first).toEqual({
      platformPostId: expect.stringMatching(/^\d+_\d+$/),
      url: expect.stringMatching(address),
    });
    expect(first.platformPostId).not.toBe(second.platformPostId);
    const texts = (await used.control.acceptedPosts()).map(({ text, replyToId }) => [text, replyToId]);
    expect(texts.slice(1)).toEqual([
      ['First: https://example.org/notes & more', post.id],
      ['Second', post.id],
    ]);
    const page = await (await fetch(first.url)).text();
    expect(page).toContain('in reply to');
  });

  it('are found by their id and their address, and read', async () => {
    const { platformPostId, url } = await comment('Look at this');
    const { ownPosts } = driver;
    const found = async (text: string) =>
      ownPosts.findId(text, used.account) ?? (await ownPosts.lookUp?.(text, used.account, {}));
    expect(await found(platformPostId)).toBe(platformPostId);
    expect(await found(url)).toBe(platformPostId);
    expect(await found(post.url)).toBe(post.id);
    const read = await ownPosts.read?.(platformPostId, used.account, {});
    expect(read).toEqual({ id: platformPostId, url, text: 'Look at this', createdAt: expect.any(Date) });
    expect(await ownPosts.read?.('1_2', used.account, {})).toBeNull();
  });

  it('are deleted alone, and are gone with their post', async () => {
    const { platformPostId } = await comment('Short-lived');
    expect(await remove(platformPostId)).toBe('deleted');
    expect(await remove(platformPostId)).toBe('gone');
    expect(await left()).toMatchObject([{ text: 'a post' }]);
  });

  it('are not known to be deleted when the answer is lost, until the deletion is repeated', async () => {
    const { platformPostId } = await comment('Short-lived');
    await used.control.fault({ operation: 'delete', kind: 'accept-then-drop' });
    expect(await rejectionOf(remove(platformPostId))).toMatchObject({ kind: 'outcome-unknown' });
    expect(await remove(platformPostId)).toBe('gone');
  });

  it.each(['accept-then-drop', 'garbage', 'no-id', 'server-error', 'accept-then-error'] as const)(
    'are sent once when the answer is lost: %s',
    async (kind) => {
      const before = await used.control.countRequests('publish');
      await used.control.fault({ operation: 'publish', kind });
      expect(await rejectionOf(comment('Once'))).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
      expect(await used.control.countRequests('publish')).toBe(before + 1);
    },
  );

  it('are refused without the permission', async () => {
    await connect(usualScopes());
    expect(await rejectionOf(comment('Not allowed'))).toMatchObject({ kind: 'rejected', code: 'network_forbidden' });
    expect(await left()).toHaveLength(1);
  });

  it('are refused below a post that is gone, and where they are too long', async () => {
    expect(await rejectionOf(comment('x'.repeat(8_001)))).toMatchObject({ kind: 'rejected', code: 'invalid_request' });
    const error = await rejectionOf(publish({ text: 'Nowhere', replyTo: '1234567' }));
    expect(['rejected', 'not-found']).toContain((error as { kind: string }).kind);
    expect(await left()).toHaveLength(1);
  });

  it('are refused below a story before anything is sent, and not below other types', async () => {
    const before = await used.control.countRequests('publish');
    expect(await rejectionOf(comment('On a story', { type: 'story' }))).toMatchObject({
      ...{ kind: 'rejected', code: 'network_refused', status: null },
      message: expect.stringContaining('comment'),
    });
    expect(await used.control.countRequests('publish')).toBe(before);
    const checked = { text: 'A comment', hasMedia: false, limits: null, isComment: true };
    const problemOf = (type: string) => contentProblem(driver, { ...checked, settings: { type } });
    expect(problemOf('story')).toMatchObject({ code: 'network_refused' });
    expect(problemOf('reel')).toBeNull();
  });
});

describe('deleting posts of Instagram', () => {
  const media = () => [files.jpeg({ shade: 0 })];
  const byFacebook = useSandboxedDriver('instagram-facebook', { called: 'facebook', posts: 'instagram' });
  const byInstagram = useSandboxedDriver('instagram');

  it('deletes a post and its comments for an account that signed in at Facebook with the permission', async () => {
    const { sandbox, driver: usual, control } = byFacebook;
    const base = `${sandbox.url}/facebook`;
    const scopes = [...oauthOf(usual).scopes, 'instagram_manage_comments', 'instagram_manage_contents'];
    const driver = registrationOf('instagram-facebook').create({ ...sandboxApp, scopes, apiUrl: base, oauthUrl: base });
    const { account } = await connectAccount(driver);
    const content = { text: 'a post', media: media(), settings: {} };
    const { platformPostId } = await driver.publish(content, account, {});
    const comment = await driver.publish({ ...content, media: [], replyTo: platformPostId }, account, {});
    expect(await driver.actions.deletePost?.(platformPostId, account, {})).toBe('deleted');
    expect(await driver.actions.deletePost?.(platformPostId, account, {})).toBe('gone');
    expect(await driver.actions.deletePost?.(comment.platformPostId, account, {})).toBe('gone');
    expect((await control.acceptedPosts()).filter(({ deletedAt }) => deletedAt === null)).toEqual([]);
  });

  it.each([
    ['the account signed in at Facebook without the permission', byFacebook, 'instagram_manage_contents'],
    ['the account signed in at Instagram', byInstagram, 'signed in at Facebook'],
  ])('leaves a post to a person where %s', async (_name, used, reason) => {
    const { platformPostId } = await used.publish(media()).result;
    const error = await rejectionOf(used.driver.actions.deletePost?.(platformPostId, used.account, {}));
    expect(error).toMatchObject({ kind: 'rejected', code: 'not_deletable', message: expect.stringContaining(reason) });
    expect(await used.control.acceptedPosts()).toMatchObject([{ deletedAt: null }]);
  });
});

describe('answers about comments', () => {
  const facebook = useStubbedDriver('facebook');
  const instagram = useStubbedDriver('instagram');
  const byFacebook = useStubbedDriver('instagram-facebook');

  it.each([
    ['a comment', instagram, '17_18'],
    ['a comment, for an account that signed in at Facebook', byFacebook, '17_18'],
    ['a post', byFacebook, '17'],
  ])('do not show that %s is gone where Instagram no longer shows the connection anything', async (_name, used, id) => {
    const message = 'Object does not exist, cannot be loaded due to missing permissions';
    used.stub.reply = { status: 400, body: { error: { code: 100, error_subcode: 33, message } } };
    const error = await rejectionOf(used.driver.actions.deletePost?.(id, stubAccount('42'), {}));
    expect(error).toMatchObject({ kind: 'rejected', upstreamCode: '33' });
  });

  it('do not make a comment of somebody else an own one', async () => {
    const from = { id: '42', name: 'Ada' };
    facebook.stub.reply = { status: 200, body: { id: '7_8', message: 'Hello', from } };
    const { read } = facebook.driver.ownPosts;
    expect(await read?.('7_8', stubAccount('41'), {})).toBeNull();
    expect(await read?.('7_8', stubAccount('42'), {})).toMatchObject({ id: '7_8', text: 'Hello' });
    facebook.stub.reply = { status: 200, body: { id: '7_8', message: 'Hello' } };
    expect(await rejectionOf(read?.('7_8', stubAccount('42'), {}))).toHaveProperty('code', 'network_unavailable');
  });

  it('leave it unknown whether Instagram, which refused to show the comment, has made it', async () => {
    const error = { code: 20, error_subcode: 1_772_107, message: 'Cannot load the fields' };
    instagram.stub.reply = { status: 400, body: { error } };
    const post = { text: 'A comment', media: [], settings: {}, replyTo: '17' };
    const answer = instagram.driver.publish(post, stubAccount('42'), {});
    expect(await rejectionOf(answer)).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
    expect(instagram.stub.requests).toMatchObject([{ method: 'POST', body: '{"message":"A comment"}' }]);
    expect(instagram.stub.requests[0]?.path).toMatch(/\/17\/comments$/);
  });
});
