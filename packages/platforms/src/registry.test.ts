import { isPlatformId, platformFacts } from '@social/types';
import { expect, it } from 'vitest';
import { findNetwork, NETWORKS } from './registry.ts';

it.each(NETWORKS)('registers $network as its contract names it', ({ platform, network, apiUrl, oauthUrl, create }) => {
  expect(isPlatformId(platform)).toBe(true);
  expect(platformFacts(platform).networks).toContain(network);
  for (const base of [apiUrl, oauthUrl]) expect(new URL(base).origin).toBe(base);
  expect(create({ clientId: 'id', clientSecret: 'secret' })).toMatchObject({ platform, network });
});

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

it('sends people to the real networks by default', async () => {
  const request = { redirectUri: 'https://social.example/cb', state: 's', codeVerifier: 'v'.repeat(43) };
  const addresses = await Promise.all(
    NETWORKS.map(({ create }) => create({ clientId: 'id', clientSecret: 'secret' }))
      .filter(({ oauth }) => oauth !== undefined)
      .map(({ oauth }) => oauth?.authorizeUrl(request)),
  );
  expect(addresses.map((address) => `${address?.origin}${address?.pathname}`)).toEqual([
    'https://x.com/i/oauth2/authorize',
    'https://www.linkedin.com/oauth/v2/authorization',
    'https://accounts.google.com/o/oauth2/v2/auth',
    'https://www.tiktok.com/v2/auth/authorize/',
    'https://www.facebook.com/v25.0/dialog/oauth',
    'https://www.instagram.com/oauth/authorize',
    'https://www.facebook.com/v25.0/dialog/oauth',
  ]);
  expect(addresses[1]?.search).toContain('scope=openid%20profile%20email%20w_member_social');
  expect(addresses[0]?.search).toContain('code_challenge_method=S256');
  expect(addresses[2]?.search).toContain('access_type=offline&prompt=consent');
  expect(addresses[3]?.search).toContain('client_key=id&scope=user.info.basic%2Cuser.info.profile%2Cvideo.publish');
});
