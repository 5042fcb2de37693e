import { PLATFORM_IDS } from '@social/types';
import { expect, test } from 'vitest';
import { type PlatformSettings, readConfig } from '../../config/config.ts';
import { createPlatforms } from './platforms.ts';

const UNSET: PlatformSettings = {
  ...{ network: undefined, clientId: undefined, clientSecret: undefined },
  ...{ apiUrl: undefined, oauthUrl: undefined, apiVersion: undefined, configId: undefined, scopes: undefined },
};
type Settings = Parameters<typeof createPlatforms>[0];
const settings = (own: Partial<Settings> = {}) =>
  ({ ...Object.fromEntries(PLATFORM_IDS.map((platform) => [platform, UNSET])), ...own }) as Settings;
const app = { clientId: 'id', clientSecret: 'secret' };

test('a platform whose app is not registered cannot be reached, and the message says what the operator sets', () => {
  const platforms = createPlatforms(settings(), null);
  expect(platforms.find('shortvideo')).toBeUndefined();
  expect(() => platforms.require('shortvideo')).toThrow('SOCIAL_SHORTVIDEO_CLIENT_ID');
  const variables = ['SOCIAL_SHORTVIDEO_CLIENT_ID', 'SOCIAL_SHORTVIDEO_CLIENT_SECRET'];
  expect(platforms.missingVariables('shortvideo')).toEqual(variables);
  expect(platforms.missingVariables('chatbot')).toEqual([]);
});

test('the chat bots need no app: both networks can be reached, and a connection finds the one it was made at', () => {
  const platforms = createPlatforms(settings(), null);
  expect(platforms.all('chatbot').map(({ driver }) => driver.network)).toEqual(['telegram', 'discord']);
  const made = { platform: 'chatbot', network: 'discord', network_origin: 'https://discord.com' } as const;
  expect(platforms.of(made)?.driver.network).toBe('discord');
  expect(platforms.of({ ...made, network_origin: 'http://127.0.0.1:1/discord' })).toBeUndefined();
});

test('of several networks that need an app only the chosen one can be reached', () => {
  const chosen = { ...UNSET, ...app, network: 'instagram-facebook' };
  const platforms = createPlatforms(settings({ photonet: chosen }), null);
  expect(platforms.all('photonet').map(({ driver }) => driver.network)).toEqual(['instagram-facebook']);
  const wrong = () => createPlatforms(settings({ photonet: { ...chosen, network: 'telegram' } }), null);
  expect(wrong).toThrow('does not serve photonet');
});

test('an operator says which permissions a sign-in with Facebook asks for', () => {
  const { platforms: own } = readConfig({
    ...{ SOCIAL_SOCIALNET_CLIENT_ID: 'id', SOCIAL_SOCIALNET_CLIENT_SECRET: 'secret' },
    SOCIAL_SOCIALNET_SCOPES: 'pages_show_list, pages_manage_posts pages_read_engagement',
  });
  const scopes = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'];
  expect(createPlatforms(own, null).require('socialnet').driver.oauth?.scopes).toEqual(scopes);
});
