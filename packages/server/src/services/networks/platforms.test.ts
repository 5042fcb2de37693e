import { PLATFORM_IDS } from '@social/types';
import { expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import type { PlatformSettings } from '../../config/platform-settings.ts';
import { createPlatforms } from './platforms.ts';

const UNSET: PlatformSettings = {
  ...{ network: undefined, clientId: undefined, clientSecret: undefined },
  ...{ apiUrl: undefined, oauthUrl: undefined, apiVersion: undefined, configId: undefined, scopes: undefined },
  ...{ plcUrl: undefined, resolverUrl: undefined },
};
type Settings = Parameters<typeof createPlatforms>[0];
const settings = (own: Partial<Settings> = {}) =>
  ({ ...Object.fromEntries(PLATFORM_IDS.map((platform) => [platform, UNSET])), ...own }) as Settings;
const app = { clientId: 'id', clientSecret: 'secret' };

test('a platform without a registered app is not reachable, and the error names the variables to set', () => {
  const platforms = createPlatforms(settings(), null);
  expect(platforms.isConfigured('shortvideo')).toBe(false);
  expect(() => platforms.require('shortvideo')).toThrow('SOCIAL_SHORTVIDEO_CLIENT_ID');
  const variables = ['SOCIAL_SHORTVIDEO_CLIENT_ID', 'SOCIAL_SHORTVIDEO_CLIENT_SECRET'];
  expect(platforms.missingVariables('shortvideo')).toEqual(variables);
  expect(platforms.missingVariables('chatbot')).toEqual([]);
});

test('both networks of chat bots are reachable without an app, and a connection finds its own network', () => {
  const platforms = createPlatforms(settings(), null);
  expect(platforms.all('chatbot').map(({ driver }) => driver.network)).toEqual(['telegram', 'discord']);
  const made = { platform: 'chatbot', network: 'discord', network_origin: 'https://discord.com' } as const;
  expect(platforms.of(made)?.driver.network).toBe('discord');
  expect(platforms.of({ ...made, network_origin: 'http://127.0.0.1:1/discord' })).toBeUndefined();
});

test('only the chosen one of several networks that need an app is reachable', () => {
  const chosen = { ...UNSET, ...app, network: 'instagram-facebook' };
  const platforms = createPlatforms(settings({ photonet: chosen }), null);
  expect(platforms.all('photonet').map(({ driver }) => driver.network)).toEqual(['instagram-facebook']);
  const wrong = () => createPlatforms(settings({ photonet: { ...chosen, network: 'telegram' } }), null);
  expect(wrong).toThrow('does not serve photonet');
});

test('the permissions for Facebook can be set by the operator', () => {
  const { platforms: own } = readConfig({
    ...{ SOCIAL_SOCIALNET_CLIENT_ID: 'id', SOCIAL_SOCIALNET_CLIENT_SECRET: 'secret' },
    SOCIAL_SOCIALNET_SCOPES: 'pages_show_list, pages_manage_posts pages_read_engagement',
  });
  const scopes = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'];
  expect(createPlatforms(own, null).require('socialnet').driver.oauth?.scopes).toEqual(scopes);
});

test.each([
  ['plcUrl', 'http://localhost:2582'],
  ['resolverUrl', 'https://127.0.0.1'],
])('a test server for the accounts of a network (%s) is used only with a sandbox', (name, address) => {
  const own = settings({ bluesky: { ...UNSET, [name]: address } });
  const sandbox = { url: 'http://127.0.0.1:4010', clientId: 'id', clientSecret: 'secret' };
  expect(() => createPlatforms(own, null)).toThrow(/SOCIAL_BLUESKY_\w+_URL.*only with --sandbox/);
  expect(createPlatforms(own, sandbox).isConfigured('bluesky')).toBe(true);
});
