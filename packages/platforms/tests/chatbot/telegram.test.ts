import { sandboxSeed } from '@social/sandbox';
import { expect, it } from 'vitest';
import type { OutgoingMedia } from '../../src/index.ts';
import { describeCutUploads } from '../suite/cut-uploads.ts';
import { testPlatformDriver } from '../suite/driver-suite.ts';
import { connectPasted, credentialOf } from '../suite/pasting.ts';
import { sampleDocument, sampleImage, sampleVideo } from '../support/media-samples.ts';
import { registrationOf } from '../support/stub-network.ts';

const { bot, chats } = sandboxSeed.telegram;
const botToken = bot.token;
const right = { botToken, chatId: '@sandbox_channel' };

testPlatformDriver(
  {
    registration: registrationOf('telegram'),
    textOfLength: (length) => 'x'.repeat(length),
    specialCharacters: '*_`[]()~>#+-=|{}.!<&',
    provenByHead: [],
    duplicatesSurviveDeletion: false,
    refusesDuplicates: false,
    uploadsWithPost: true,
    credential: {
      right,
      unknown: { botToken: `700:${'x'.repeat(35)}`, chatId: chats.channel },
      foreign: { webhookUrl: 'https://discord.com/api/webhooks/1/abc' },
    },
    publishFaults: {
      'version-sunset': ['reconnect', 'reconnect_required'],
      'credits-depleted': ['rejected', 'network_refused'],
    },
  },
  (context) => {
    const { driver, control, connect, failureOf } = context;
    const publish = async (media: readonly OutgoingMedia[], text = 'with media', chatId: string = chats.channel) => {
      const { account } = await connectPasted(driver(), { botToken, chatId });
      return driver().publish({ text, media, settings: {} }, account, {});
    };
    const refusal = (media: readonly OutgoingMedia[], text?: string) => failureOf(publish(media, text));
    const gif = { ...sampleImage({ shade: 1 }), contentType: 'image/gif', fileName: 'dance.gif' };

    it('offers the chats that the bot has seen when none is named', async () => {
      const answer = await credentialOf(driver()).connect({ botToken: ` ${botToken}\n` }, {});
      expect(answer).toMatchObject({
        choices: [
          {
            ...{ accountId: chats.channel, name: 'Sandbox Channel', description: 'Channel @sandbox_channel' },
            ...{ type: 'organization', username: 'sandbox_channel', picture: null },
          },
          { accountId: chats.group, name: 'Sandbox Group', description: 'Group', type: 'organization', username: null },
          { accountId: chats.private, name: 'Sandbox Friend', type: 'personal' },
        ],
      });
    });

    it('refuses chats that do not exist or in which the bot may not post', async () => {
      const attempt = (chatId: string) => failureOf(credentialOf(driver()).connect({ botToken, chatId }, {}));
      expect(await attempt('@nowhere')).toMatchObject({ kind: 'not-found', code: 'network_not_found' });
      expect(await attempt('../getMe')).toMatchObject({ code: 'invalid_request', status: null });
      expect(await attempt(chats.readOnlyChannel)).toMatchObject({
        code: 'network_forbidden',
        message: 'the bot may not post in this channel; make it an administrator who may post messages',
      });
      expect(await attempt(chats.formerGroup)).toMatchObject({
        message: 'the bot may not write in this group; add it as a member who may send messages',
      });
    });

    it('gives messages the addresses that their chats have', async () => {
      const inChannel = await publish([], 'public');
      expect(inChannel.url).toMatch(/\/telegram\/sandbox_channel\/\d+$/);
      expect(inChannel.note).toBeUndefined();
      const inGroup = await publish([], 'not public', chats.group);
      expect(inGroup.url).toMatch(/\/telegram\/c\/1000000002\/\d+$/);
      expect((await fetch(inGroup.url)).status).toBe(200);
      const inPrivate = await publish([], 'private', chats.private);
      expect(inPrivate.note).toBe('Messages of this chat have no public address.');
    });

    it('publishes a video, a GIF and a mixed album, and deletes the album as a whole', async () => {
      const video = sampleVideo(300_000, { alt: 'a clip' });
      await publish([video]);
      await publish([gif]);
      const { platformPostId } = await publish([sampleImage({ shade: 4 }), video, sampleImage({ shade: 5 })]);
      expect(platformPostId).toMatch(/^\d+,\d+,\d+$/);
      const { account } = await connect();
      await driver().actions.deletePost?.(platformPostId, account, {});
      await driver().actions.deletePost?.(platformPostId, account, {});
      const accepted = await control().acceptedPosts();
      expect(accepted.map(({ text, media }) => [text, ...media.map(({ sha256 }) => sha256)])).toEqual([
        ['with media', video.sha256],
        ['with media', gif.sha256],
        ['with media', sampleImage({ shade: 4 }).sha256, video.sha256, sampleImage({ shade: 5 }).sha256],
      ]);
      expect(accepted.map(({ deletedAt }) => deletedAt !== null)).toEqual([false, false, true]);
    });

    it('publishes a document by its name, and several as one group', async () => {
      const documents = [1, 2].map((number) => sampleDocument(900, { fileName: `Part ${number}.pdf` }));
      await publish(documents.slice(0, 1));
      const { platformPostId } = await publish(documents);
      expect(platformPostId).toMatch(/^\d+,\d+$/);
      const files = documents.map(({ sha256, fileName }) => ({ type: 'application/pdf', sha256, fileName }));
      const accepted = await control().acceptedPosts();
      expect(accepted.map(({ text, media }) => [text, media])).toMatchObject([
        ['with media', files.slice(0, 1)],
        ['with media', files],
      ]);
      const error = await refusal([...documents, sampleImage({ shade: 2 })]);
      expect(error.message).toContain('Telegram takes documents only without other files');
    });

    it('refuses files that the network would not show, naming file, limit and value', async () => {
      const image = sampleImage({ shade: 1 });
      const messages = [];
      for (const file of [
        { ...image, dimensions: { width: 9000, height: 1001 } },
        { ...image, dimensions: { width: 2100, height: 100 } },
        { ...image, bytes: 11 * 1024 * 1024 },
        { ...image, kind: 'video' as const, contentType: 'video/mp4', bytes: 60 * 1024 * 1024, fileName: 'long.mp4' },
      ]) {
        const error = await refusal([file]);
        expect(error).toMatchObject({ kind: 'rejected', code: 'media_refused', status: null });
        messages.push(error.message);
      }
      messages.push((await refusal([gif, image])).message);
      expect(messages).toEqual([
        '1.png is 9000 × 1001 pixels, and Telegram takes up to 10000 for width and height together',
        '1.png is 2100 × 100 pixels, and Telegram takes images from 0.05:1 to 20:1; crop it',
        '1.png is 11.5 MB, and Telegram takes up to 10.5 MB',
        'long.mp4 is 62.9 MB, and Telegram takes up to 52.4 MB',
        'Telegram takes a GIF like dance.gif only without other files; leave them out',
      ]);
      expect(await control().countRequests('publish')).toBe(0);
    });

    it('takes 1024 characters beside a file, and refuses more before anything is sent', async () => {
      const image = sampleImage({ shade: 1 });
      await publish([image], 'x'.repeat(1024));
      const error = await refusal([image], 'x'.repeat(1025));
      expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', status: null });
      expect(error.message).toContain('at most 1024 characters beside images and videos, and this text has 1025');
      expect(await control().countRequests('publish')).toBe(1);
    });

    describeCutUploads(context);
  },
);
