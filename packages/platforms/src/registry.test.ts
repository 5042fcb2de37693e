import { isPlatformId, platformFacts } from '@social/types';
import { expect, it } from 'vitest';
import { findNetwork, isOpen, NETWORKS } from './registry.ts';

it.each(NETWORKS)('registers $network as its contract names it', (registration) => {
  const { platform, network, create } = registration;
  expect(isPlatformId(platform)).toBe(true);
  expect(platformFacts(platform).networks).toContain(network);
  expect(isOpen(registration)).toBe(platformFacts(platform).signIn !== undefined);
  const bases = isOpen(registration) ? [] : [registration.apiUrl, registration.oauthUrl];
  for (const base of bases) expect(new URL(base).origin).toBe(base);
  const apiUrl = 'https://server.example';
  expect(create({ clientId: 'id', clientSecret: 'secret', apiUrl })).toMatchObject({ platform, network });
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
  const drivers = NETWORKS.filter((network) => !isOpen(network)).map(({ create }) =>
    create({ clientId: 'id', clientSecret: 'secret' }),
  );
  const signIns = await Promise.all(drivers.map(({ oauth }) => oauth?.beginSignIn(request, {})));
  const pages = signIns.flatMap((signIn) => (signIn ? [signIn.url] : []));
  expect(pages.map((page) => `${page.origin}${page.pathname}`)).toEqual([
    'https://x.com/i/oauth2/authorize',
    'https://www.linkedin.com/oauth/v2/authorization',
    'https://accounts.google.com/o/oauth2/v2/auth',
    'https://www.tiktok.com/v2/auth/authorize/',
    'https://www.facebook.com/v25.0/dialog/oauth',
    'https://www.instagram.com/oauth/authorize',
    'https://www.facebook.com/v25.0/dialog/oauth',
  ]);
  expect(pages[1]?.search).toContain('scope=openid%20profile%20email%20w_member_social');
  expect(pages[0]?.search).toContain('code_challenge_method=S256');
  expect(pages[2]?.search).toContain('access_type=offline&prompt=consent');
  expect(pages[3]?.search).toContain('client_key=id&scope=user.info.basic%2Cuser.info.profile%2Cvideo.publish');
});
