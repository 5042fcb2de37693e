import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampleVideo } from '../support/media-samples.ts';
import { rejectionOf, stubAccount, useStubbedDriver } from '../support/stub-network.ts';

const QUARTER_OF_AN_HOUR_MS = 15 * 60_000;
const DID = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa';

/** Answers by the last part of the path. */
const ANSWERS: Readonly<Record<string, { readonly status: number; readonly body: object }>> = {
  instance: { status: 200, body: { version: '4.5.0' } },
  media: { status: 202, body: { id: '7', url: null } },
  '7': { status: 206, body: { id: '7', url: null } },
  'com.atproto.server.describeServer': { status: 200, body: { blobUploadLimit: 10 } },
  'com.atproto.server.getServiceAuth': { status: 200, body: { token: 'permission' } },
  'app.bsky.video.uploadVideo': { status: 200, body: { jobStatus: { jobId: 'job', state: 'JOB_STATE_CREATED' } } },
  'app.bsky.video.getJobStatus': { status: 200, body: { jobStatus: { jobId: 'job', state: 'JOB_STATE_ENCODING' } } },
};

afterEach(() => void vi.restoreAllMocks());

describe.each([
  ['mastodon', '7', JSON.stringify({ token: 'very-secret-token', app: null })],
  [
    'bluesky',
    'app.bsky.video.getJobStatus',
    JSON.stringify({ kind: 'password', did: DID, token: 'very-secret-token' }),
  ],
])('%s', (network, check, accessToken) => {
  const used = useStubbedDriver(network);

  it('waits for a file that is processed a quarter of an hour, however slow each answer is', async () => {
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => passed);
    let checks = 0;
    used.stub.reply = (response, { path }) => {
      const name = new URL(path, used.stub.url).pathname.split('/').at(-1) ?? '';
      if (name === check) checks += 1;
      if (checks === 2) passed = QUARTER_OF_AN_HOUR_MS;
      const { status, body } = ANSWERS[name] ?? { status: 404, body: {} };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const post = { text: 'a film', media: [sampleVideo(1_000)], settings: {} };
    const failure = await rejectionOf(used.driver.publish(post, stubAccount(DID, { accessToken }), {}));
    expect(failure).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('took too long') });
    expect(checks).toBe(2);
  });
});
