import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectedAccount, findNetwork, type PlatformDriver } from '../src/index.ts';
import { graphRefusal } from './graph-rows.ts';
import { sampleVideo } from './sample-video.ts';
import { rejectionOf, type StubNetwork, type StubReply, startStubNetwork } from './stub-network.ts';

/** What the network answers to the steps of a video; each function is asked for each request. */
interface Script {
  begin: () => StubReply | 'drop';
  send: () => StubReply | 'drop';
  offset: () => StubReply | 'drop';
  publish: () => StubReply | 'drop';
  status: () => StubReply | 'drop';
}
type Step = keyof Script;

const ok = (body: unknown): StubReply => ({ status: 200, body });
const ready = ok({ status: { video_status: 'ready' } });
const limited = graphRefusal(32, { status: 403 });
const HANDLE = '4:a-handle';

describe('what Facebook may answer to a video', () => {
  const video = sampleVideo(1000);
  const account: ConnectedAccount = { accountId: '135', username: null, accountUrn: null, accessToken: 'very-secret' };
  let stub: StubNetwork;
  let driver: PlatformDriver;
  let script: Script;
  let steps: Step[];

  beforeAll(async () => {
    stub = await startStubNetwork();
    const registration = findNetwork('socialnet');
    if (!registration) throw new Error('socialnet has no network');
    driver = registration.create({ clientId: 'id', clientSecret: 'secret', apiUrl: stub.url, oauthUrl: stub.url });
    stub.reply = (response: ServerResponse, { method, path }) => {
      const step = stepOf(method, path);
      steps.push(step);
      const reply = script[step]();
      if (reply === 'drop') return void response.destroy();
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
    };
  });
  beforeEach(() => {
    steps = [];
    script = {
      begin: () => ok({ id: `upload:${count('begin')}` }),
      send: () => ok({ h: HANDLE }),
      offset: () => ok({ file_offset: 0 }),
      publish: () => ok({ id: '77' }),
      status: () => ready,
    };
  });
  afterAll(() => stub[Symbol.asyncDispose]());

  const count = (step: Step): number => steps.filter((each) => each === step).length;
  const publish = () => driver.publish({ text: 'a film', media: [video], meta: {} }, account, {});

  it('gives up when the whole video arrives again and again and is never named', async () => {
    script.send = () => (count('send') > 8 ? ok({ h: HANDLE }) : ok({}));
    script.offset = () => ok({ file_offset: video.bytes });
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(count('begin')).toBe(3);
    expect(count('send')).toBe(3);
    expect(count('publish')).toBe(0);
  });

  it('gives up when upload after upload is forgotten, however far each one came', async () => {
    script.send = () => (count('send') > 16 ? ok({ h: HANDLE }) : 'drop');
    script.offset = () => (count('offset') % 2 === 1 ? ok({ file_offset: 500 }) : graphRefusal(100));
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(count('begin')).toBe(3);
  });

  it('asks again how much has arrived while the network does not say', async () => {
    script.send = () => (count('send') === 1 ? 'drop' : ok({ h: HANDLE }));
    script.offset = () => [{ status: 503 }, limited, ok({ file_offset: 500 })][count('offset') - 1] ?? 'drop';
    expect(await publish()).toMatchObject({ platformPostId: '77' });
    expect(steps).toEqual(['begin', 'send', 'offset', 'offset', 'offset', 'send', 'publish', 'status']);
  });

  it('goes on waiting for a video while the network does not say how it is', async () => {
    const answers = [{ status: 503 }, limited, ready];
    script.status = () => answers[count('status') - 1] ?? 'drop';
    expect(await publish()).toEqual({ platformPostId: '77', url: `${stub.url}/reel/77` });
    expect(count('status')).toBe(answers.length);
  });

  it('ends waiting for a video that the network says nothing about for long', { timeout: 20_000 }, async () => {
    script.status = () => 'drop';
    expect(await publish()).toMatchObject({
      platformPostId: '77',
      note: 'The network is still processing the video.',
    });
    expect(count('status')).toBe(5);
  });

  it('never shows what names the uploaded video, even where the network repeats it', async () => {
    script.publish = () => graphRefusal(100, { message: `No file ${HANDLE}` });
    expect(await rejectionOf(publish())).toHaveProperty(
      'message',
      'the network does not accept this post as it is: "No file ***"',
    );
  });
});

function stepOf(method: string, path: string): Step {
  if (path.includes('/id/uploads')) return 'begin';
  if (path.includes('/upload:')) return method === 'POST' ? 'send' : 'offset';
  return method === 'POST' ? 'publish' : 'status';
}
