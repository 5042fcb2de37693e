import { expect, it } from 'vitest';
import { oauthOf } from '../suite/browser-flow.ts';
import { testPlatformDriver } from '../suite/driver-suite.ts';
import { sampleImage, sampleVideo } from '../support/media-samples.ts';
import { registrationOf } from '../support/stub-network.ts';

testPlatformDriver(
  {
    registration: registrationOf('tiktok'),
    textOfLength: (length) => `é${'x'.repeat(length - 1)}`,
    specialCharacters: '@#<>&"\\',
    provenByHead: [],
    recoversFrom: [
      'server-error',
      'timeout',
      'drop',
      'garbage',
      'accept-then-hang',
      'accept-then-half',
      'accept-then-drop',
      'accept-then-error',
      'no-id',
      'huge',
      'drip',
    ],
    publishFaults: {
      'version-sunset': ['rejected', 'network_refused'],
      'credits-depleted': ['rate-limited', 'network_rate_limited'],
    },
    makePost: (text) => ({ text, media: [sampleVideo(2000)], settings: {} }),
    hasImageTests: false,
    countingScopes: ['user.info.basic', 'user.info.profile', 'video.publish', 'video.list'],
    textsAtOnce: 20,
    refusesDuplicates: false,
    duplicatesSurviveDeletion: false,
  },
  ({ driver, control, connect, post, failureOf }) => {
    it('publishes a video whose page people can open', async () => {
      const { account } = await connect();
      const media = [sampleVideo(300_000)];
      const text = 'A day by the sea #slow';
      const { platformPostId, url, note } = await driver().publish({ text, media, settings: {} }, account, {});
      expect(url).toMatch(new RegExp(`/@sandbox_owner/video/${platformPostId}$`));
      expect(platformPostId).toMatch(/^\d{19}$/);
      expect(note).toBeUndefined();
      const { bytes, sha256 } = media[0] ?? {};
      expect(await control().acceptedPosts()).toMatchObject([{ text, media: [{ type: 'video/mp4', bytes, sha256 }] }]);
      expect(await (await fetch(url)).text()).toContain('<video');
    });

    it('reads no counters without the permission, and the connection stays in order', async () => {
      const { account } = await connect();
      const { platformPostId } = await driver().publish(post('counted'), account, {});
      const { counters } = driver();
      if ('none' in counters) return expect.fail('the driver reads counters');
      const error = await failureOf(counters.read(platformPostId, account, {}));
      expect(error).toMatchObject({ kind: 'rejected', code: 'network_forbidden' });
      expect(error.message).toContain('SOCIAL_SHORTVIDEO_SCOPES');
    });

    it('names a post that is not public by its publish id, with the page of the account', async () => {
      const { account } = await connect();
      const settings = { privacyLevel: 'SELF_ONLY' };
      const { platformPostId, url, note } = await driver().publish({ ...post('for me'), settings }, account, {});
      expect(platformPostId).toMatch(/^v_pub_file~/);
      expect(url).toMatch(/\/@sandbox_owner$/);
      expect(note).toBeUndefined();
      expect(await (await fetch(url)).text()).toContain('for me');
    });

    it('uses the widest privacy level that a private account offers, and says so', async () => {
      await control().set({ authorizeAs: 'sandbox_private' });
      const { account } = await connect();
      const { platformPostId, note } = await driver().publish(post('for some'), account, {});
      expect(platformPostId).toMatch(/^v_pub_file~/);
      expect(note).toBe('The account offers no public posts: this one is FOLLOWER_OF_CREATOR.');
    });

    it('sends nothing when the account does not offer the requested privacy level', async () => {
      const { account } = await connect();
      for (const privacyLevel of ['FOLLOWER_OF_CREATOR', 'public', '', 7, ['SELF_ONLY']]) {
        const error = await failureOf(driver().publish({ ...post('unsent'), settings: { privacyLevel } }, account, {}));
        expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', status: null });
        expect(error.message).toContain('set privacyLevel to one of PUBLIC_TO_EVERYONE, MUTUAL_FOLLOW_FRIENDS');
      }
      expect(await control().countRequests('upload')).toBe(0);
    });

    it('sends nothing when there is no file, too much, or something else', async () => {
      const { account } = await connect();
      const publicUrl = 'https://files.example/1.jpg';
      const photo = { ...sampleImage({ shade: 1 }), contentType: 'image/jpeg', publicUrl };
      const cases = [
        [[], 'TikTok needs an image or a video'],
        [[sampleVideo(100), sampleVideo(100)], 'TikTok takes at most 1 video, 2 were given'],
        [[sampleVideo(100), photo], 'not both in one post'],
        [[sampleImage({ shade: 1 })], '1.png is PNG; TikTok takes JPEG and WEBP images'],
        [Array.from({ length: 36 }, () => photo), 'TikTok takes at most 35 images, 36 were given'],
      ] as const;
      for (const [media, message] of cases) {
        const error = await failureOf(driver().publish({ text: 'media', media, settings: {} }, account, {}));
        expect(error).toMatchObject({ kind: 'rejected', code: 'media_refused', status: null });
        expect(error.message).toContain(message);
      }
      expect(await control().countRequests('read')).toBe(0);
    });

    it('renews its refresh token with each use', async () => {
      const { tokens } = await connect();
      const first = tokens.refreshToken ?? '';
      const refresh = (token: string) => oauthOf(driver()).refresh?.(token, {}) ?? Promise.reject(new Error('none'));
      const { refreshToken, refreshExpiresAt } = await refresh(first);
      expect(refreshToken).not.toBe(first);
      expect(refreshExpiresAt?.getTime()).toBeGreaterThan(Date.now() + 364 * 86_400_000);
      expect(await failureOf(refresh(first))).toMatchObject({ kind: 'reconnect', code: 'reconnect_required' });
    });
  },
);
