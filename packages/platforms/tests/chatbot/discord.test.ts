import { sandboxSeed } from '@social/sandbox';
import { expect, it } from 'vitest';
import type { OutgoingMedia } from '../../src/index.ts';
import { describeCutUploads } from '../suite/cut-uploads.ts';
import { testPlatformDriver } from '../suite/driver-suite.ts';
import { sampleDocument, sampleImage, sampleVideo } from '../support/media-samples.ts';
import { registrationOf } from '../support/stub-network.ts';

const { webhook, guild, channel } = sandboxSeed.discord;

testPlatformDriver(
  {
    registration: registrationOf('discord'),
    textOfLength: (length) => 'x'.repeat(length),
    specialCharacters: '\\*_~`|<>[]()#-@:',
    provenByHead: [],
    duplicatesSurviveDeletion: false,
    refusesDuplicates: false,
    uploadsWithPost: true,
    maxText: 2000,
    checksTextItself: true,
    credential: {
      right: { webhookUrl: `https://discord.com/api/webhooks/${webhook.id}/${webhook.token}` },
      unknown: { webhookUrl: 'https://discord.com/api/v10/webhooks/1180000000000000099/a-token-that-is-wrong' },
      foreign: { botToken: `700:${'x'.repeat(35)}` },
    },
    publishFaults: { 'credits-depleted': ['rejected', 'network_refused'] },
  },
  (context) => {
    const { driver, control, connect, failureOf } = context;

    it('takes webhook addresses of the network and of its configured base only', () => {
      const path = `api/webhooks/${webhook.id}/${webhook.token}`;
      const own = context.createDriver({ clientId: '', clientSecret: '' }, 'http://127.0.0.1:9/discord');
      const accepts = (webhookUrl: string) => own.credential?.accepts({ webhookUrl });
      for (const address of [
        `https://discord.com/${path}`,
        `https://ptb.discord.com/${path}`,
        `https://canary.discord.com/${path.replace('api', 'api/v10')}`,
        `https://discordapp.com/${path}`,
        ` http://127.0.0.1:9/discord/${path}/ `,
      ]) {
        expect(accepts(address), address).toBe(true);
      }
      for (const address of [
        `http://discord.com/${path}`,
        `https://discord.com.evil.example/${path}`,
        `https://evil.ptb.discord.com/${path}`,
        `http://canary.discord.com/${path}`,
        `https://discord.com@evil.example/${path}`,
        `http://127.0.0.1:9/${path}`,
        `https://discord.com/${path}/messages/1`,
        'https://discord.com/api/webhooks/1',
        'nonsense',
      ]) {
        expect(accepts(address)).toBe(false);
      }
    });

    it('links to the message in its server and channel', async () => {
      const { account } = await connect();
      const { url, platformPostId } = await driver().publish({ text: 'where', media: [], settings: {} }, account, {});
      expect(new URL(url).pathname).toBe(`/discord/channels/${guild}/${channel}/${platformPostId}`);
    });

    it('counts the escapes that formatting characters need', async () => {
      const { account } = await connect();
      const post = { text: '*'.repeat(1001), media: [], settings: {} };
      const error = await failureOf(driver().publish(post, account, {}));
      expect(error.message).toContain('at most 2000 characters, and this text needs 2002');
      expect(await control().countRequests('publish')).toBe(0);
    });

    it('publishes images and a video together', async () => {
      const { account } = await connect();
      const media = [sampleImage({ shade: 4, alt: 'a dot' }), sampleVideo(300_000), sampleImage({ shade: 5 })];
      await driver().publish({ text: 'three files', media, settings: {} }, account, {});
      const [post] = await control().acceptedPosts();
      expect(post?.media.map(({ sha256 }) => sha256)).toEqual(media.map(({ sha256 }) => sha256));
    });

    it('publishes documents beside pictures, and none above 10 MiB', async () => {
      const { account } = await connect();
      const document = sampleDocument(900);
      const publish = (media: readonly OutgoingMedia[]) =>
        driver().publish({ text: 'notes', media, settings: {} }, account, {});
      await publish([document, sampleImage({ shade: 4 })]);
      const { sha256, fileName } = document;
      expect(await control().acceptedPosts()).toMatchObject([{ media: [{ sha256, fileName }, { type: 'image/png' }] }]);
      const error = await failureOf(publish([{ ...document, bytes: 11 * 1024 * 1024 }]));
      expect(error).toMatchObject({ code: 'media_refused', message: expect.stringContaining('10.5 MB') });
    });

    describeCutUploads(context);
  },
);
