import { expect, it } from 'vitest';
import { type ConnectedAccount, findNetwork } from '../../src/index.ts';
import { startStubNetwork } from '../support/stub-network.ts';

const account: ConnectedAccount = { accountId: '2244994945', username: 'ada', accountUrn: null, accessToken: 'token' };

it('takes the picture as it was uploaded, and none of an account without one', async () => {
  await using stub = await startStubNetwork();
  const app = { clientId: 'id', clientSecret: 'secret', apiUrl: stub.url, oauthUrl: stub.url };
  const driver = findNetwork('microblog', 'x')?.create(app);
  const pictureAt = async (profile_image_url: string) => {
    stub.reply = { status: 200, body: { data: { id: '2244994945', name: 'Ada', username: 'ada', profile_image_url } } };
    return (await driver?.oauth?.listAccounts('token', {}))?.[0]?.picture;
  };
  const uploaded = 'https://pbs.twimg.com/profile_images/851526626785480705/cW4WTi7C';
  expect(await pictureAt(`${uploaded}_normal.jpg`)).toBe(`${uploaded}.jpg`);
  expect(await pictureAt(`${uploaded}.jpg`)).toBe(`${uploaded}.jpg`);
  const none = 'https://abs.twimg.com/sticky/default_profile_images/default_profile_normal.png';
  expect(await pictureAt(none)).toBeNull();
});

it('shows texts as they were written, without the short links and escapes of the network', async () => {
  await using stub = await startStubNetwork();
  stub.reply = {
    status: 200,
    body: {
      data: [
        {
          id: '1445880548472328192',
          text: 'v1.4.0 is out https://t.co/Ed4omjYsAb &amp; https://t.co/yzocNFvJuL &lt;3 &amp;lt; https://t.co/0123456789',
          created_at: '2026-11-20T14:02:00.000Z',
          entities: {
            urls: [
              { url: 'https://t.co/Ed4omjYsAb', expanded_url: 'https://example.com/notes' },
              { url: 'https://t.co/yzocNFvJuL', expanded_url: 'https://example.com/download' },
              {
                url: 'https://t.co/0123456789',
                expanded_url: 'https://x.com/ada/status/1445880548472328192/photo/1',
                media_key: '3_1445880548472328193',
              },
            ],
          },
        },
        { id: '1445880548472328191', text: 'no link', created_at: '2026-11-20T14:01:00.000Z' },
      ],
    },
  };
  const driver = findNetwork('microblog', 'x')?.create({
    clientId: 'id',
    clientSecret: 'secret',
    apiUrl: stub.url,
    oauthUrl: stub.url,
  });
  const posts = await driver?.listRecentPosts?.(account, {});
  expect(posts?.map(({ text }) => text)).toEqual([
    'v1.4.0 is out https://example.com/notes & https://example.com/download <3 &lt;',
    'no link',
  ]);
  expect(stub.requests[0]?.path).toContain('tweet.fields=created_at%2Centities');
});
