import { beforeEach, describe, expect, it } from 'vitest';
import type { Checkpoint, ConnectedAccount, PublishContext } from '../../src/index.ts';
import { sampleVideo } from '../support/media-samples.ts';
import { rejectionOf, type StubReply, useStubbedDriver } from '../support/stub-network.ts';
import { graphRefusal } from './graph-refusal.ts';

/** The network's answers to the steps of a video; each request calls its function. */
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
const being = (word: string, published = false) =>
  ok({
    published,
    status: { video_status: word, publishing_phase: { status: published ? 'complete' : 'not_started' } },
  });
const disturbed = (subcode: number, status = 400, code = 6000) => graphRefusal(code, { subcode, status });
const limited = graphRefusal(32, { status: 403 });
const part = (start: number, end: number) => ({ start_offset: String(start), end_offset: String(end) });
const misplaced = (start: number, end: number, status = 400): StubReply => ({
  status,
  body: {
    error: { code: 6001, error_subcode: 1363037, message: 'No', error_data: { start_offset: start, end_offset: end } },
  },
});

describe('answers of Facebook to a video', () => {
  const video = sampleVideo(BYTES);
  const account: ConnectedAccount = { accountId: '135', username: null, accountUrn: null, accessToken: 'very-secret' };
  const used = useStubbedDriver('facebook');
  let script: Script;
  let steps: Step[];

  beforeEach(() => {
    steps = [];
    used.stub.reply = (response, { method, body }) => {
      const step = stepOf(method, body);
      steps.push(step);
      const reply = script[step]();
      if (reply === 'drop') return void response.destroy();
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
    };
    script = {
      start: () => ok({ upload_session_id: `s${count('start')}`, video_id: '77', ...part(0, 400) }),
      transfer: () => ok(part(BYTES, BYTES)),
      finish: () => ok({ success: true }),
      status: () => ready,
    };
  });

  const count = (step: Step): number => steps.filter((each) => each === step).length;
  const publish = (call: PublishContext = {}) =>
    used.driver.publish({ text: 'a film', media: [video], settings: {} }, account, call);

  it('gives up when the same part is asked for again and again', async () => {
    script.transfer = () => ok(part(0, 400));
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(count('transfer')).toBe(4);
    expect(count('finish')).toBe(0);
  });

  it('gives up when upload after upload is forgotten', async () => {
    script.transfer = () => graphRefusal(6001, { subcode: 1363041 });
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(count('start')).toBe(3);
    expect(count('finish')).toBe(0);
  });

  it('continues with the part that the network names, in an answer or a refusal', async () => {
    const answers = [ok(part(400, 700)), 'drop', misplaced(700, 900), misplaced(900, BYTES, 500), 'drop'] as const;
    script.transfer = () => answers[count('transfer') - 1] ?? ok(part(BYTES, BYTES));
    expect(await publish()).toMatchObject({ platformPostId: '77' });
    const offsets = used.stub.requests
      .slice(-9)
      .flatMap(({ body }) => /"start_offset"\r\n\r\n(\d+)/.exec(body)?.[1] ?? []);
    expect(offsets).toEqual(['0', '400', '400', '700', '900', '900']);
    expect(steps).toEqual(['start', ...Array(6).fill('transfer'), 'finish', 'status']);
  });

  it.each([
    ['no part', {}],
    ['a part beyond the file', part(400, BYTES + 1)],
    ['an empty part before the end', part(400, 400)],
    ['a part backwards', part(700, 400)],
    ['no number', part(Number.NaN, 400)],
  ])('takes an answer with %s for trouble', async (_what, body) => {
    script.transfer = () => ok(body);
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(count('finish')).toBe(0);
  });

  it('gives up when the parts that are asked for go back and forth', async () => {
    script.transfer = () => ok(count('transfer') % 2 === 1 ? part(400, BYTES) : part(0, 400));
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(count('transfer')).toBe(5);
    expect(count('finish')).toBe(0);
  });

  it('takes a refused parameter for a forgotten upload on the first part of an earlier process only', async () => {
    script.transfer = () => graphRefusal(100);
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'rejected', code: 'invalid_request' });
    expect(count('start')).toBe(1);
    steps = [];
    script.transfer = () => (count('transfer') === 1 ? graphRefusal(100) : ok(part(BYTES, BYTES)));
    const checkpoint = { stage: 'uploading', files: video.sha256, uploads: 's0 66 400 700' };
    expect(await publish({ checkpoint })).toMatchObject({ platformPostId: '77' });
    expect(count('start')).toBe(1);
  });

  describe('to the call that publishes it', () => {
    it.each([
      ['no confirmation', ok({})],
      ['no answer', 'drop'],
      ...[1363019, 1363030, 1363033, 1363037, 1363041].flatMap((subcode) => [
        [`status 500 and ${subcode}`, disturbed(subcode, 500)] as const,
        [`code 1 and ${subcode}`, disturbed(subcode, 400, 1)] as const,
      ]),
    ] as const)('publishes a video once that was published with %s', async (_what, answer) => {
      script.finish = () => answer;
      const states = [being('processing'), being('ready', true)];
      script.status = () => states[count('status') - 1] ?? ready;
      expect(await publish()).toMatchObject({ platformPostId: '77' });
      expect([count('start'), count('finish')]).toEqual([1, 1]);
    });

    it('makes the call again while the network says that the video is not published', async () => {
      const answers = ['drop', disturbed(1363037), ok({ success: true })] as const;
      script.finish = () => answers[count('finish') - 1] ?? 'drop';
      script.status = () => (count('finish') < 3 ? being('uploading') : ready);
      expect(await publish()).toMatchObject({ platformPostId: '77' });
      const sessions = used.stub.requests.flatMap(({ body }) =>
        body.includes('"finish"') ? [JSON.parse(body)['upload_session_id']] : [],
      );
      expect(sessions).toEqual(['s1', 's1', 's1']);
    });

    it('reports an unknown outcome for a video whose state the network does not tell', async () => {
      script.finish = () => 'drop';
      script.status = () => graphRefusal(100, { subcode: 33 });
      const saved: Checkpoint[] = [];
      expect(await rejectionOf(publish({ saveCheckpoint: async (each) => void saved.push(each) }))).toMatchObject({
        kind: 'outcome-unknown',
      });
      expect(saved.at(-1)).toEqual({ stage: 'publishing', videoId: '77', uploads: `s1 77 ${BYTES} ${BYTES}` });
      expect(await rejectionOf(publish({ checkpoint: saved.at(-1) ?? null }))).toMatchObject({
        kind: 'outcome-unknown',
      });
      expect([count('start'), count('finish')]).toEqual([1, 1]);
    });

    it('reports an unknown outcome for a video whose answers are lost repeatedly', async () => {
      script.finish = () => (count('finish') === 1 ? 'drop' : disturbed(1363041));
      script.status = () => being('uploading');
      expect(await rejectionOf(publish())).toMatchObject({ kind: 'outcome-unknown' });
      expect([count('start'), count('finish')]).toEqual([1, 3]);
    });

    it('says that nothing was published where the network refuses the end of an upload again and again', async () => {
      script.finish = () => disturbed(1363033);
      script.status = () => being('uploading');
      expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
      expect([count('start'), count('finish')]).toEqual([1, 3]);
    });

    it.each(['uploading', 'expired'])('uploads a forgotten video again that is %s', async (word) => {
      script.finish = () => (count('finish') === 1 ? disturbed(1363041) : ok({ success: true }));
      script.status = () => (count('start') === 1 ? being(word) : ready);
      expect(await publish()).toMatchObject({ platformPostId: '77' });
      expect([count('start'), count('finish')]).toEqual([2, 2]);
    });

    it('does not upload a video again that the network forgot during a failure', async () => {
      script.finish = () => disturbed(1363041, 500);
      script.status = () => being('uploading');
      expect(await rejectionOf(publish())).toMatchObject({ kind: 'outcome-unknown' });
      expect([count('start'), count('finish')]).toEqual([1, 3]);
    });

    it('gives up for now when upload after upload is forgotten', async () => {
      script.finish = () => disturbed(1363041);
      script.status = () => being('uploading');
      expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
      expect(count('start')).toBe(3);
    });

    it('believes a refusal that follows a lost answer only while the video is not published', async () => {
      script.finish = () => (count('finish') % 2 === 1 ? 'drop' : limited);
      script.status = () => being('uploading');
      const saved: Checkpoint[] = [];
      const call = { saveCheckpoint: async (each: Checkpoint) => void saved.push(each) };
      expect(await rejectionOf(publish(call))).toMatchObject({ kind: 'rate-limited' });
      expect(saved.at(-1)).toMatchObject({ stage: 'publishing', videoId: '77' });
      steps = [];
      script.status = () => (count('finish') < 2 ? being('uploading') : being('ready', true));
      expect(await publish()).toMatchObject({ platformPostId: '77' });
    });

    it('uploads a video of an earlier process again whose upload has expired', async () => {
      script.status = () => (count('start') === 0 ? being('expired') : ready);
      const checkpoint = { stage: 'publishing', videoId: '66', uploads: `s0 66 ${BYTES} ${BYTES}` };
      expect(await publish({ checkpoint })).toMatchObject({ platformPostId: '77' });
      expect(steps).toEqual(['status', 'start', 'transfer', 'finish', 'status']);
    });
  });

  it('waits as long as the network says', async () => {
    script.transfer = () => limited;
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'rate-limited' });
    expect(count('transfer')).toBe(1);
  });

  it('keeps waiting for a video while the network does not report its state', async () => {
    const answers = [{ status: 503 }, limited, ready];
    script.status = () => answers[count('status') - 1] ?? 'drop';
    expect(await publish()).toEqual({ platformPostId: '77', url: `${used.stub.url}/reel/77` });
    expect(count('status')).toBe(answers.length);
  });

  it('ends waiting for a video that the network says nothing about for long', async () => {
    script.status = () => 'drop';
    expect(await publish()).toMatchObject({
      platformPostId: '77',
      note: 'Facebook is still processing the video.',
    });
    expect(count('status')).toBe(5);
  });

  it('never shows the name of the upload, even where the network repeats it', async () => {
    script.start = () => ok({ upload_session_id: 'session-of-77', video_id: '77', ...part(0, BYTES) });
    script.finish = () => graphRefusal(100, { message: 'No session session-of-77' });
    expect(await rejectionOf(publish())).toHaveProperty(
      'message',
      'Facebook does not accept this post as it is: "No session ***"',
    );
  });
});

function stepOf(method: string, body: string): Step {
  if (method === 'GET') return 'status';
  if (body.includes('"upload_phase":"start"')) return 'start';
  return body.includes('"upload_phase":"finish"') ? 'finish' : 'transfer';
}
