import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectedAccount, findNetwork, type PlatformDriver } from '../src/index.ts';
import { graphRefusal } from './graph-rows.ts';
import { sampleVideo } from './sample-video.ts';
import { rejectionOf, type StubNetwork, type StubReply, startStubNetwork } from './stub-network.ts';

/** What the network answers to the steps of a video; each function is asked for each request. */
interface Script {
  start: () => StubReply | 'drop';
  transfer: () => StubReply | 'drop';
  finish: () => StubReply | 'drop';
  status: () => StubReply | 'drop';
}
type Step = keyof Script;

const BYTES = 1000;
const ok = (body: unknown): StubReply => ({ status: 200, body });
const ready = ok({ status: { video_status: 'ready' } });
const limited = graphRefusal(32, { status: 403 });
const part = (start: number, end: number) => ({ start_offset: String(start), end_offset: String(end) });
const misplaced = (start: number, end: number): StubReply => ({
  status: 400,
  body: {
    error: { code: 6001, error_subcode: 1363037, message: 'No', error_data: { start_offset: start, end_offset: end } },
  },
});

describe('what Facebook may answer to a video', () => {
  const video = sampleVideo(BYTES);
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
    stub.reply = (response: ServerResponse, { method, body }) => {
      const step = stepOf(method, body);
      steps.push(step);
      const reply = script[step]();
      if (reply === 'drop') return void response.destroy();
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
    };
  });
  beforeEach(() => {
    steps = [];
    script = {
      start: () => ok({ upload_session_id: `s${count('start')}`, video_id: '77', ...part(0, 400) }),
      transfer: () => ok(part(BYTES, BYTES)),
      finish: () => ok({ success: true }),
      status: () => ready,
    };
  });
  afterAll(() => stub[Symbol.asyncDispose]());

  const count = (step: Step): number => steps.filter((each) => each === step).length;
  const publish = () => driver.publish({ text: 'a film', media: [video], meta: {} }, account, {});

  it('gives up when the same part is asked for again and again', { timeout: 20_000 }, async () => {
    script.transfer = () => ok(part(0, 400));
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(count('transfer')).toBe(4);
    expect(count('finish')).toBe(0);
  });

  it('gives up when upload after upload is forgotten', async () => {
    script.transfer = () => graphRefusal(6001, { subcode: 1363041 });
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'not-found' });
    expect(count('start')).toBe(3);
    expect(count('finish')).toBe(0);
  });

  it('goes on with the part that the network names, in an answer or a refusal', async () => {
    const answers = [ok(part(400, 700)), 'drop', misplaced(700, 900), ok(part(900, BYTES)), { status: 503 }] as const;
    script.transfer = () => answers[count('transfer') - 1] ?? ok(part(BYTES, BYTES));
    expect(await publish()).toMatchObject({ platformPostId: '77' });
    const offsets = stub.requests.slice(-9).flatMap(({ body }) => /"start_offset"\r\n\r\n(\d+)/.exec(body)?.[1] ?? []);
    expect(offsets).toEqual(['0', '400', '400', '700', '900', '900']);
    expect(steps).toEqual(['start', ...Array(6).fill('transfer'), 'finish', 'status']);
  });

  it.each([
    ['no part', {}],
    ['a part beyond the file', part(400, BYTES + 1)],
    ['an empty part before the end', part(400, 400)],
    ['a part backwards', part(700, 400)],
    ['no number', part(Number.NaN, 400)],
  ])('takes an answer with %s for trouble', { timeout: 20_000 }, async (_what, body) => {
    script.transfer = () => ok(body);
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(count('finish')).toBe(0);
  });

  it('does not know what came of a video whose end was not confirmed', async () => {
    script.finish = () => ok({});
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'outcome-unknown' });
    expect(count('finish')).toBe(1);
  });

  it('waits as long as the network says', async () => {
    script.transfer = () => limited;
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'rate-limited' });
    expect(count('transfer')).toBe(1);
  });

  it('goes on waiting for a video while the network does not say how it is', async () => {
    const answers = [{ status: 503 }, limited, ready];
    script.status = () => answers[count('status') - 1] ?? 'drop';
    expect(await publish()).toEqual({ platformPostId: '77', url: `${stub.url}/reel/77` });
    expect(count('status')).toBe(answers.length);
  });

  it('ends waiting for a video that the network says nothing about for long', async () => {
    script.status = () => 'drop';
    expect(await publish()).toMatchObject({
      platformPostId: '77',
      note: 'The network is still processing the video.',
    });
    expect(count('status')).toBe(5);
  });

  it('never shows what names the upload, even where the network repeats it', async () => {
    script.start = () => ok({ upload_session_id: 'session-of-77', video_id: '77', ...part(0, BYTES) });
    script.finish = () => graphRefusal(100, { message: 'No session session-of-77' });
    expect(await rejectionOf(publish())).toHaveProperty(
      'message',
      'the network does not accept this post as it is: "No session ***"',
    );
  });
});

function stepOf(method: string, body: string): Step {
  if (method === 'GET') return 'status';
  if (body.includes('"upload_phase":"start"')) return 'start';
  return body.includes('"upload_phase":"finish"') ? 'finish' : 'transfer';
}
