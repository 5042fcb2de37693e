import { platformFacts } from '@social/types';
import { expect, it } from 'vitest';
import { findNetwork, isOpen, NETWORKS } from './registry.ts';

it.each(NETWORKS)(
  'finds servers of $network where the contract asks for a name, else it has addresses',
  (registration) => {
    expect(isOpen(registration)).toBe(platformFacts(registration.platform).signIn !== undefined);
    const bases = isOpen(registration) ? [] : [registration.apiUrl, registration.oauthUrl];
    for (const base of bases) expect(new URL(base).origin).toBe(base);
  },
);

it.each([
  ['microblog', 'x'],
  ['profnet', 'linkedin'],
  ['video', 'youtube'],
  ['shortvideo', 'tiktok'],
  ['socialnet', 'facebook'],
  ['photonet', 'instagram'],
  ['chatbot', 'telegram'],
] as const)('finds the default network of %s', (platform, network) => {
  expect(findNetwork(platform)?.network).toBe(network);
});

it('finds the network that is named', () => {
  expect(findNetwork('profnet', 'linkedin')?.sandboxPath).toBe('/linkedin');
  expect(findNetwork('microblog', 'linkedin')).toBeUndefined();
});

it.each([
  ['microblog', 'x', 'https://x.com/i/oauth2/authorize', 'code_challenge_method=S256'],
  [
    ...(['profnet', 'linkedin', 'https://www.linkedin.com/oauth/v2/authorization'] as const),
    'scope=openid%20profile%20email%20w_member_social',
  ],
  ['video', 'youtube', 'https://accounts.google.com/o/oauth2/v2/auth', 'access_type=offline&prompt=consent'],
  [
    ...(['shortvideo', 'tiktok', 'https://www.tiktok.com/v2/auth/authorize/'] as const),
    'client_key=id&scope=user.info.basic%2Cuser.info.profile%2Cvideo.publish',
  ],
  ['socialnet', 'facebook', 'https://www.facebook.com/v25.0/dialog/oauth', ''],
  ['photonet', 'instagram', 'https://www.instagram.com/oauth/authorize', ''],
  ['photonet', 'instagram-facebook', 'https://www.facebook.com/v25.0/dialog/oauth', ''],
] as const)(
  'sends people who connect %s (%s) to the real network by default',
  async (platform, network, page, query) => {
    const driver = findNetwork(platform, network)?.create({ clientId: 'id', clientSecret: 'secret' });
    const request = { redirectUri: 'https://social.example/cb', state: 's', codeVerifier: 'v'.repeat(43) };
    const { url } = (await driver?.oauth?.beginSignIn(request, {})) ?? expect.fail('no sign-in');
    expect(`${url.origin}${url.pathname}`).toBe(page);
    expect(url.search).toContain(query);
  },
);
