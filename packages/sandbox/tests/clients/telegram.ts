import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import TelegramBot from 'node-telegram-bot-api';
import { sandboxSeed } from '../../src/networks/registry.ts';

const { bot, chats } = sandboxSeed.telegram;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const mp4 = readFileSync(new URL('../../../../scripts/demo-media/clip.mp4', import.meta.url));

const hashOf = (data: Buffer) => createHash('sha256').update(data).digest('hex');
const client = new TelegramBot(bot.token);
const text = await client.sendMessage(chats.channel, 'from node-telegram-bot-api');
const photo = await client.sendPhoto(chats.channel, png, { caption: 'a photo' }, { filename: 'a.png' });
const video = await client.sendVideo(chats.channel, mp4, { caption: 'a video' }, { filename: 'a.mp4' });
const isDeleted = await client.deleteMessage(chats.channel, text.message_id);
process.stdout.write(
  JSON.stringify({ isDeleted, captions: [photo.caption, video.caption], sha256: [png, mp4].map(hashOf) }),
);
