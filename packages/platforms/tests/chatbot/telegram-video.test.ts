import { describe, expect, it } from 'vitest';
import { sampleImage, sampleVideo } from '../support/media-samples.ts';
import { useStubbedDriver } from '../support/stub-network.ts';

describe('a video for Telegram', () => {
  const used = useStubbedDriver('telegram');
  const account = {
    username: null,
    accountUrn: null,
    accountId: '-1001',
    accessToken: '110201543:very-secret-token-of-thirty-5-chars',
  };
  const video = sampleVideo(1_000, { dimensions: { width: 720, height: 1_280 }, duration: 12.4 });
  const chat = { id: -1001, type: 'channel', username: 'news' };

  async function sent(...media: (typeof video)[]): Promise<string> {
    const message = { message_id: 7, chat };
    used.stub.reply = {
      status: 200,
      body: { ok: true, result: media.length > 1 ? media.map(() => message) : message },
    };
    await used.driver.publish({ text: 'a clip', media, settings: {} }, account, {});
    return used.stub.requests.at(-1)?.body ?? '';
  }
  const fieldOf = (body: string, name: string) => new RegExp(`name="${name}"\r\n\r\n(.*)\r\n`).exec(body)?.[1];

  it('comes with its size as it is seen and its length, so that apps show it in its shape', async () => {
    const body = await sent(video);
    const fields = ['width', 'height', 'duration', 'supports_streaming'].map((name) => fieldOf(body, name));
    expect(fields).toEqual(['720', '1280', '12', 'true']);
  });

  it('comes with them in an album, beside pictures without', async () => {
    const album = JSON.parse(fieldOf(await sent(sampleImage({ shade: 1 }), video), 'media') ?? '');
    expect(album[0]).toEqual({ type: 'photo', media: 'attach://file0', caption: 'a clip' });
    expect(album[1]).toMatchObject({ type: 'video', width: 720, height: 1_280, duration: 12 });
  });

  it('comes without what its file does not tell', async () => {
    const body = await sent(sampleVideo(1_000));
    expect(['width', 'height', 'duration'].map((name) => fieldOf(body, name))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
