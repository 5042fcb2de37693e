import { sandboxSeed } from '@social/sandbox';
import { expect, it } from 'vitest';
import { connectAccount, oauthOf } from '../suite/browser-flow.ts';
import { testPlatformDriver } from '../suite/driver-suite.ts';
import { sampleImage, sampleVideo } from '../support/media-samples.ts';
import { registrationOf } from '../support/stub-network.ts';

testPlatformDriver(
  {
    registration: registrationOf('youtube'),
    textOfLength: (length) => `é${'x'.repeat(length - 2)}`,
    specialCharacters: '<>&#@*_-\\',
    provenByHead: [],
    publishFaults: { 'credits-depleted': ['rate-limited', 'network_rate_limited'] },
    refusesDuplicates: false,
    makeDeletable: () => ({ text: 'short-lived', media: [sampleVideo(10_000)], settings: {} }),
    duplicatesSurviveDeletion: false,
  },
  ({ driver, control, connect, failureOf }) => {
    it('publishes a video under its watch address, with what is known about it', async () => {
      const { account } = await connect();
      const media = [sampleVideo(300_000)];
      const text = 'A day by the sea\n\nRecorded in one take.';
      const { platformPostId, url, note } = await driver().publish({ text, media, settings: {} }, account, {});
      expect(url).toMatch(/\/watch\?v=[\w-]{11}$/);
      expect(platformPostId).toBe(url);
      expect(note).toBeUndefined();
      expect(await control().acceptedPosts()).toMatchObject([
        {
          id: url.slice(-11),
          account: 'sandbox_owner',
          text,
          media: [{ type: 'video/mp4', bytes: 300_000, sha256: media[0]?.sha256 }],
        },
      ]);
      const page = await (await fetch(url)).text();
      expect(page).toContain('A day by the sea');
      expect(page).toContain('<video');
    });

    it('sends the given title, tags, category and privacy status', async () => {
      const { account } = await connect();
      const settings = { title: 'Own title', tags: ['sea', 'long walk'], categoryId: '19', privacyStatus: 'unlisted' };
      const { url } = await driver().publish({ text: 'Words', media: [sampleVideo(10_000)], settings }, account, {});
      const read = new URL('/youtube/youtube/v3/videos', url);
      read.search = `?part=snippet,status&id=${url.slice(-11)}`;
      const answer = await fetch(read, { headers: { authorization: `Bearer ${account.accessToken}` } });
      expect(await answer.json()).toMatchObject({
        items: [
          {
            snippet: { title: 'Own title', description: 'Words', tags: ['sea', 'long walk'], categoryId: '19' },
            status: { privacyStatus: 'unlisted' },
          },
        ],
      });
    });

    it.each([
      [{ title: 'x'.repeat(101) }, 'the title has 101 characters'],
      [{ privacyStatus: 'secret' }, 'public, unlisted, private'],
      [{ tags: ['x'.repeat(250), 'y'.repeat(250)] }, 'the tags have 501 characters'],
      [{ title: 'a <b> c' }, 'no < or >'],
    ])('sends nothing when the caller says something wrong about the video', async (settings, message) => {
      const { account } = await connect();
      const post = { text: 'Words', media: [sampleVideo(10_000)], settings };
      const error = await failureOf(driver().publish(post, account, {}));
      expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', status: null });
      expect(error.message).toContain(message);
      expect(await control().countRequests('upload')).toBe(0);
    });

    it('sends nothing when there is more than one video, or an image', async () => {
      const { account } = await connect();
      for (const media of [[sampleVideo(100), sampleVideo(100)], [sampleImage({ shade: 1 })]]) {
        const error = await failureOf(driver().publish({ text: 'media', media, settings: {} }, account, {}));
        expect(error).toMatchObject({ kind: 'rejected', code: 'media_refused', status: null });
      }
      expect(await control().countRequests('upload')).toBe(0);
    });

    it('reports a video that YouTube cannot process', async () => {
      const { account } = await connect();
      const broken = {
        ...sampleVideo(10_000),
        open: async function* () {
          yield new Uint8Array(10_000);
        },
      };
      const error = await failureOf(driver().publish({ text: 'Words', media: [broken], settings: {} }, account, {}));
      expect(error).toMatchObject({ kind: 'rejected', code: 'media_refused', upstreamCode: 'invalidFile' });
      expect(error.message).toBe('YouTube could not process the video, so no one can see it (invalidFile)');
    });

    it('cannot delete a community post', async () => {
      const { account } = await connect();
      await control().set({ subscribers: 500 });
      const { platformPostId } = await driver().publish({ text: 'Words', media: [], settings: {} }, account, {});
      const deletion = driver().actions.deletePost?.(platformPostId, account, {});
      expect(await failureOf(deletion ?? Promise.resolve())).toMatchObject({ code: 'not_deletable', status: null });
      expect(await control().countRequests('delete')).toBe(0);
    });

    it('writes no community post for a channel with fewer than 500 subscribers', async () => {
      const { account } = await connect();
      await control().set({ subscribers: 499 });
      const error = await failureOf(driver().publish({ text: 'Hello all', media: [], settings: {} }, account, {}));
      expect(error).toMatchObject({ kind: 'rejected', code: 'network_refused', status: null });
      expect(error.message).toContain('500 subscribers, and this one has 499');
      expect(await control().countRequests('publish')).toBe(0);
      await control().set({ subscribers: 500 });
      const { platformPostId, url } = await driver().publish({ text: 'Hello', media: [], settings: {} }, account, {});
      expect(platformPostId).toMatch(/^Ugkx/);
      expect(url).toContain(`/post/${platformPostId}`);
    });

    it('offers the channel, and says what to do for an account without one', async () => {
      const { tokens } = await connect();
      expect(await oauthOf(driver()).listAccounts(tokens.accessToken, {})).toMatchObject([
        {
          accountId: sandboxSeed.youtube.accounts.sandbox_owner,
          name: 'Sandbox Owner',
          username: 'sandbox_owner',
          description: 'Channel @sandbox_owner',
        },
      ]);
      await control().addAccount({ username: 'newcomer', name: 'New Comer', type: 'no-channel' });
      await control().set({ authorizeAs: 'newcomer' });
      const error = await failureOf(connectAccount(driver()));
      expect(error).toMatchObject({ kind: 'rejected', code: 'network_refused' });
      expect(error.message).toContain('create one');
    });

    it('keeps its refresh token, because YouTube repeats none', async () => {
      const { tokens } = await connect();
      const fresh = await oauthOf(driver()).refresh?.(tokens.refreshToken ?? '', {});
      expect(fresh?.refreshToken).toBe(tokens.refreshToken);
      await oauthOf(driver()).revoke?.({ value: tokens.refreshToken ?? '', kind: 'refresh' }, {});
      const dead = oauthOf(driver()).refresh?.(tokens.refreshToken ?? '', {});
      expect(await failureOf(dead ?? Promise.resolve())).toMatchObject({ kind: 'reconnect' });
    });
  },
);
