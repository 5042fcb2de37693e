import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../src/index.ts';
import { rejectionOf, type StubReply, stubAccount, useStubbedDriver } from '../support/stub-network.ts';

const DID = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa';
const KEY = '3m6abcdefgh2a';
const ADDRESS = `at://${DID}/app.bsky.feed.post/${KEY}`;
const RECORD = { $type: 'app.bsky.feed.post', text: 'hello', createdAt: '2026-11-25T12:00:00.000Z' };
const refusal = (status: number, error: string): StubReply => ({ status, body: { error, message: 'no' } });
const missing = refusal(400, 'RecordNotFound');
const written: StubReply = { status: 200, body: { uri: ADDRESS, cid: 'c' } };

const used = useStubbedDriver('bluesky');
let saved: Checkpoint[] = [];
beforeEach(() => {
  saved = [];
});

/** Answers by method; the server knows no others. */
function answer(replies: Readonly<Record<string, StubReply>>): void {
  used.stub.reply = (response, { path }) => {
    const method = new URL(path, used.stub.url).pathname.split('.').at(-1) ?? '';
    const { status, body, headers } = replies[method] ?? refusal(501, 'MethodNotImplemented');
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

function methodsAsked(): string[] {
  return used.stub.requests.map(({ path }) => new URL(path, used.stub.url).pathname.split('.').at(-1) ?? '');
}

const passwordGrant = JSON.stringify({ kind: 'password', did: DID, token: 'very-secret-token' });

function oauthGrant(): string {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const app = { clientId: 'http://localhost', clientSecret: '' };
  return JSON.stringify({ kind: 'oauth', did: DID, token: 'very-secret-token', key, app, endsAt: null });
}

/** Publishes what may have been published a minute ago, unless the checkpoint is another one. */
function resume({
  accessToken = passwordGrant,
  checkpoint = { step: 'publish', key: KEY, record: JSON.stringify(RECORD), note: null, sentAt: Date.now() - 60_000 },
}: {
  readonly accessToken?: string;
  readonly checkpoint?: Checkpoint | null;
} = {}) {
  const saveCheckpoint = async (checkpoint: Checkpoint) => void saved.push(checkpoint);
  const post = { text: 'hello', media: [], settings: {} };
  return used.driver.publish(post, stubAccount(DID, { accessToken }), { checkpoint, saveCheckpoint });
}

describe('a publish that is resumed', () => {
  it('writes the same record again where none is', async () => {
    answer({ getRecord: missing, putRecord: written });
    expect(await resume()).toMatchObject({ platformPostId: ADDRESS });
    expect(JSON.parse(used.stub.requests.at(-1)?.body ?? '')).toMatchObject({ rkey: KEY, record: RECORD });
    expect(saved).toEqual([]);
  });

  it.each([
    ['RepoTakendown', 400],
    ['RepoDeactivated', 400],
    ['InvalidRequest', 400],
    ['Forbidden', 403],
  ])('takes the refusal %s of a read for no proof, and writes nothing', async (error, status) => {
    answer({ getRecord: refusal(status, error), putRecord: written });
    expect(await rejectionOf(resume())).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown', status });
    expect([methodsAsked(), saved]).toEqual([['getRecord'], []]);
  });

  it.each(['AccountTakedown', 'AccountDeactivated'])(
    'takes the refusal %s of a session for no proof, and writes nothing',
    async (error) => {
      answer({ getRecord: missing, getSession: refusal(401, error), putRecord: written });
      const failure = await rejectionOf(resume({ accessToken: oauthGrant() }));
      expect(failure).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
      expect([methodsAsked(), saved]).toEqual([['getRecord', 'getSession'], []]);
    },
  );

  it('can be repeated after its token was renewed, or after trouble', async () => {
    for (const [reply, kind] of [
      [refusal(401, 'ExpiredToken'), 'reconnect'],
      [refusal(429, 'RateLimitExceeded'), 'rate-limited'],
      [refusal(502, 'UpstreamFailure'), 'unavailable'],
    ] as const) {
      answer({ getRecord: reply });
      expect(await rejectionOf(resume())).toMatchObject({ kind });
    }
    expect(saved).toEqual([]);
  });

  it('whose files are gone was published and deleted, and is not written otherwise', async () => {
    answer({ getRecord: missing, putRecord: refusal(400, 'BlobNotFound') });
    const failure = await rejectionOf(resume());
    expect(failure).toMatchObject({ kind: 'outcome-unknown', message: expect.stringContaining('it has been deleted') });
    expect([methodsAsked(), saved]).toEqual([['getRecord', 'putRecord'], []]);
  });

  it.each([
    ['ExpiredToken', 400, 'reconnect'],
    ['RateLimitExceeded', 429, 'rate-limited'],
    ['InternalServerError', 500, 'outcome-unknown'],
  ])('keeps its record when the second write ends with %s', async (error, status, kind) => {
    answer({ getRecord: missing, putRecord: refusal(status, error) });
    expect(await rejectionOf(resume())).toMatchObject({ kind });
    expect(saved).toEqual([]);
  });

  it('begins anew the next time when the record itself is refused', async () => {
    answer({ getRecord: missing, putRecord: refusal(400, 'InvalidRequest') });
    expect(await rejectionOf(resume())).toMatchObject({ kind: 'rejected' });
    expect(saved).toEqual([{ step: 'upload' }]);
  });
});

describe('a publish that begins', () => {
  it.each([
    ['ExpiredToken', 400],
    ['RateLimitExceeded', 429],
    ['BlobNotFound', 400],
  ])('may begin anew after %s, which wrote nothing', async (error, status) => {
    answer({ putRecord: refusal(status, error) });
    await rejectionOf(resume({ checkpoint: null }));
    expect(saved.map(({ step }) => step)).toEqual(['publish', 'upload']);
  });
});

describe('a place that another record has', () => {
  const other: StubReply = { status: 200, body: { cid: 'd', value: { ...RECORD, createdAt: '2026-11-25T11:00:00Z' } } };

  it.each([
    ['of a publish that begins', null],
    ['of a publish that is resumed', undefined],
  ])('%s means that the post is there already', async (_what, checkpoint) => {
    answer({ getRecord: other, putRecord: refusal(400, 'InvalidSwap') });
    const failure = await rejectionOf(resume(checkpoint === null ? { checkpoint } : {}));
    expect(failure).toMatchObject({ kind: 'rejected', code: 'duplicate_content' });
    const { body = '' } = used.stub.requests.find(({ path }) => path.endsWith('.putRecord')) ?? {};
    const { rkey } = JSON.parse(body) as { rkey: string };
    expect(failure).toMatchObject({ duplicateOf: `at://${DID}/app.bsky.feed.post/${rkey}` });
  });
});
