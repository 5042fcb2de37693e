import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { authorize, oauthOf, REDIRECT_URI } from '../suite/browser-flow.ts';
import { credentialOf } from '../suite/pasting.ts';
import { sampleImage } from '../support/media-samples.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { rejectionOf } from '../support/stub-network.ts';

const used = useSandboxedDriver('mastodon');
const setMastodon = (mastodon: object) => used.control.set({ mastodon });

/** Makes a token with these permissions, as a user does in the settings of an account. */
async function tokenWith(scope: string): Promise<string> {
  const base = `${used.sandbox.url}/mastodon`;
  const post = async (path: string, fields: Record<string, string>) =>
    (await (await fetch(base + path, { method: 'POST', body: new URLSearchParams(fields) })).json()) as Record<
      string,
      string
    >;
  const app = await post('/api/v1/apps', { client_name: 'Own', redirect_uris: REDIRECT_URI, scopes: scope });
  const { client_id = '', client_secret = '' } = app;
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri: REDIRECT_URI, scope });
  const { headers } = await fetch(`${base}/oauth/authorize?${query}`, { redirect: 'manual' });
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri: REDIRECT_URI };
  return (await post('/oauth/token', grant))['access_token'] ?? expect.fail('no token');
}

describe('a pasted token', () => {
  it.each(['mastodon', 'gotosocial'])('of %s connects with all permissions, and says which it lacks', async (kind) => {
    await setMastodon({ kind });
    const paste = async (scope: string) =>
      credentialOf(used.driver).connect({ accessToken: await tokenWith(scope) }, {});
    expect(await paste('read write')).toMatchObject({ account: { name: 'Sandbox Owner' } });
    expect(await paste('read:accounts read:statuses write:statuses write:media')).toHaveProperty('account');
    for (const [scope, missing] of [
      ['read', 'write:statuses write:media'],
      ['write', 'read:accounts read:statuses'],
      ['read:accounts write', 'read:statuses'],
      ['read write:statuses', 'write:media'],
    ] as const) {
      expect(await rejectionOf(paste(scope))).toMatchObject({
        ...{ kind: 'rejected', code: 'invalid_request', field: 'accessToken' },
        message: expect.stringContaining(`accessToken: lacks ${missing}; make a token with read:accounts`),
      });
    }
    expect(await used.control.acceptedPosts()).toEqual([]);
  });
});

describe('an account that writes Markdown', () => {
  const text = '# 1 fix *for*';
  const contentOf = async ({ platformPostId }: { platformPostId: string }) => {
    const answer = await fetch(`${used.sandbox.url}/mastodon/api/v1/statuses/${platformPostId}`);
    return ((await answer.json()) as { content: string }).content;
  };

  it.each(['gotosocial', 'akkoma', 'mastodon'])('publishes at %s what was written, as it is', async (kind) => {
    await setMastodon({ kind, markdownByDefault: true });
    const published = await used.publish([], {}, { text }).result;
    expect(await contentOf(published)).toBe(`<p>${text}</p>`);
    expect((await used.control.acceptedPosts()).map(({ settings }) => settings)).toEqual([undefined]);
  });
});

it('takes the texts of an account from the list where that has them', async () => {
  await setMastodon({ kind: 'gotosocial' });
  await used.publish([], {}, { text: 'listed' }).result;
  const listed = await used.driver.listRecentPosts?.(used.account, {});
  expect(listed?.map(({ text }) => text)).toContain('listed');
  const paths = (await used.sandbox.requests('mastodon')).map(({ path }) => path);
  expect(paths.filter((path) => path.endsWith('/source'))).toEqual([]);
});

it('says what to do about a code that GoToSocial does not know', async () => {
  await setMastodon({ kind: 'gotosocial' });
  const request = await authorize(used.driver);
  const error = await rejectionOf(oauthOf(used.driver).exchangeCode({ ...request, code: 'wrong' }, {}));
  expect(error).toMatchObject({
    kind: 'rejected',
    message: expect.stringContaining('start connecting mastodon again'),
  });
  expect((error as Error).message).not.toContain('sql');
});

it('says what to do about a file that GoToSocial cannot read', async () => {
  await setMastodon({ kind: 'gotosocial' });
  const bytes = Buffer.from('not a picture');
  const file = { ...sampleImage({ shade: 1 }), bytes: bytes.length, open: () => Readable.from([bytes]) };
  expect(await rejectionOf(used.publish(file).result)).toMatchObject({
    ...{ kind: 'rejected', code: 'media_refused' },
    message: expect.stringContaining('cannot read this file, which may be broken; save it again'),
  });
});
