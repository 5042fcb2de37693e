import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaFacts } from '@social/rules';
import { createLogger, readConfig, startApp } from '@social/server';
import { Browserless, PASSWORD, useStack } from '@social/testkit';
import { PLATFORM_IDS, PLATFORMS } from '@social/types';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack();

test("the platforms list their limits and costs with the contract's figures", async () => {
  const { status, body } = await workspace.api('GET', '/api/v1/platforms');
  expect(status).toBe(200);
  expect(body.platforms.map(({ id }: { id: string }) => id)).toEqual(PLATFORM_IDS);
  for (const platform of body.platforms) {
    const { text, costs } = PLATFORMS[platform.id as keyof typeof PLATFORMS];
    const media = mediaFacts(platform.id);
    expect(platform).toMatchObject({ text, costs, media: { files: media.files, maxVideoBytes: media.maxVideoBytes } });
    expect(platform.actions).not.toContain('post');
  }
  const microblog = body.platforms.find(({ id }: { id: string }) => id === 'microblog');
  expect(microblog).toMatchObject({ configured: true, connectWith: 'browser', paidPlan: true });
  expect(microblog.actions).toContain('directMessage');
});

test('a platform says what to register at its network; pasted tokens and open networks need no registration', async () => {
  const { body } = await workspace.api('GET', '/api/v1/platforms');
  for (const { id, redirectUri, variables, connectWith, signIn } of body.platforms) {
    const isRegistered = connectWith === 'browser' && signIn === undefined;
    expect(redirectUri).toBe(isRegistered ? `${stack.url}/api/auth/${id}/callback` : null);
    expect(variables).toEqual([]);
  }
  expect(body.platforms.filter(({ redirectUri }: { redirectUri: unknown }) => redirectUri === null)).toMatchObject([
    { id: 'chatbot', connectWith: 'token' },
    { id: 'bluesky', connectWith: 'browser', signIn: { asks: 'handle', secret: 'appPassword' } },
    { id: 'mastodon', connectWith: 'browser', signIn: { asks: 'host', secret: 'accessToken' } },
  ]);
});

test('the redirect URI is the one that the network receives', async () => {
  const { body } = await workspace.api('GET', '/api/v1/platforms');
  for (const { id, redirectUri } of body.platforms) {
    if (redirectUri === null) continue;
    const { headers } = await stack.browser().visit('GET', `/api/auth/${id}`);
    expect(new URL(headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(redirectUri);
  }
});

test('the platforms are shown only to signed-in users', async () => {
  const answer = await fetch(`${stack.url}/api/v1/platforms`);
  expect(answer.status).toBe(401);
});

test('a platform with a browser flow takes no pasted token, and says where to start', async () => {
  const { status, body } = await workspace.api('POST', '/api/connect/profnet/token', {
    body: { botToken: '1:secret' },
  });
  expect(status).toBe(404);
  expect(body).toMatchObject({ code: 'platform_not_configured' });
  expect(body.error).toContain('/api/auth/profnet');
  expect(JSON.stringify(body)).not.toContain('1:secret');
});

test('a platform that is not set up names the variables that are missing, in the list and when connecting it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'social-not-set-up-'));
  const app = await startApp({
    config: readConfig({ SOCIAL_DATA_DIR: dataDir, SOCIAL_PORT: '0' }),
    logger: createLogger('silent'),
  });
  try {
    const browser = new Browserless(app.url);
    const body = { email: 'ada@example.com', password: PASSWORD };
    await browser.visit('POST', '/api/account/sign-up', { body });
    const { platforms } = (await browser.visit('GET', '/api/v1/platforms')).body;
    for (const { id, configured, redirectUri, variables, connectWith, signIn } of platforms) {
      const prefix = `SOCIAL_${id.toUpperCase()}`;
      const missing = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`];
      const isPasted = connectWith === 'token' || signIn !== undefined;
      expect([id, configured, variables]).toEqual([id, isPasted, isPasted ? [] : missing]);
      expect(redirectUri).toBe(isPasted ? null : `${app.url}/api/auth/${id}/callback`);
      if (isPasted) continue;
      const refused = await browser.visit('GET', `/api/auth/${id}`);
      expect([refused.status, refused.text]).toEqual([404, expect.stringContaining(missing.join(' and '))]);
    }
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
