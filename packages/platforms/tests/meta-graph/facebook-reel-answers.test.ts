import { beforeEach, describe, expect, it } from 'vitest';
import type { Checkpoint, ConnectedAccount, PublishContext } from '../../src/index.ts';
import { sampleVideo } from '../support/media-samples.ts';
import { rejectionOf, type StubReply, useStubbedDriver } from '../support/stub-network.ts';
import { graphRefusal } from './graph-refusal.ts';

/** The network's answers to the steps of a reel; each request calls its function. */
interface Script {
  start: () => StubReply | 'drop';
  bytes: () => StubReply | 'drop';
  finish: () => StubReply | 'drop';
  status: () => StubReply | 'drop';
}
type Step = keyof Script;

const ok = (body: unknown): StubReply => ({ status: 200, body });
const being = (video_status: string, publishing = 'not_started') =>
  ok({ published: false, status: { video_status, publishing_phase: { status: publishing } } });

describe.each(['reel', 'story'])('answers of Facebook to a %s', (type) => {
  const video = sampleVideo(1000);
  const account: ConnectedAccount = { accountId: '135', username: null, accountUrn: null, accessToken: 'very-secret' };
  const used = useStubbedDriver('facebook');
  let script: Script;
  let steps: Step[];

  beforeEach(() => {
    steps = [];
    used.stub.reply = (response, { method, path, body }) => {
      const phase = body.includes('"finish"') ? 'finish' : 'start';
      const step = method === 'GET' ? 'status' : path.startsWith('/video-upload/') ? 'bytes' : phase;
      steps.push(step);
      const reply = script[step]();
      if (reply === 'drop') return void response.destroy();
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
    };
    script = {
      start: () => ok({ video_id: '77', upload_url: `${used.stub.url}/video-upload/v25.0/77` }),
      bytes: () => ok({ success: true }),
      finish: () => ok({ success: true, post_id: '99' }),
      status: () => being('ready', 'complete'),
    };
  });

  const count = (step: Step): number => steps.filter((each) => each === step).length;
  const publish = (call: PublishContext = {}) =>
    used.driver.publish({ text: '', media: [video], settings: { type } }, account, call);

  it('does not finish one again that is processed, and may be published', async () => {
    script.finish = () => 'drop';
    for (const word of ['processing', 'ready']) {
      script.status = () => being(word);
      steps = [];
      const saved: Checkpoint[] = [];
      const call = { saveCheckpoint: async (each: Checkpoint) => void saved.push(each) };
      expect(await rejectionOf(publish(call))).toHaveProperty('kind', 'outcome-unknown');
      const checkpoint = saved.at(-1) ?? null;
      expect(checkpoint).toMatchObject({ stage: 'publishing', videoId: '77' });
      expect(await rejectionOf(publish({ checkpoint }))).toHaveProperty('kind', 'outcome-unknown');
      expect([count('start'), count('finish')]).toEqual([1, 1]);
    }
  });

  it('finishes one again that only waits for it', async () => {
    script.finish = () => (count('finish') === 1 ? 'drop' : ok({ success: true, post_id: '99' }));
    script.status = () => (count('finish') === 1 ? being('upload_complete') : being('ready', 'complete'));
    expect(await publish()).toHaveProperty('platformPostId', type === 'story' ? '99' : '77');
    expect([count('start'), count('finish')]).toEqual([1, 2]);
  });

  it('counts one as published whose publishing has begun', async () => {
    script.finish = () => 'drop';
    script.status = () => being('ready', 'in_progress');
    expect(await publish()).toHaveProperty('platformPostId', '77');
    expect(count('finish')).toBe(1);
  });

  it('sends the bytes and the token only to the network', async () => {
    script.start = () =>
      ok({ video_id: '77', upload_url: 'https://rupload.facebook.com.evil.example/video-upload/77' });
    expect(await rejectionOf(publish())).toHaveProperty('kind', 'unavailable');
    expect(steps).toEqual(['start']);
  });

  it('reports a refusal, and publishes nothing', async () => {
    script.finish = () => graphRefusal(368);
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'rejected', code: 'network_refused' });
    expect(steps).toEqual(['start', 'bytes', 'finish']);
  });
});
