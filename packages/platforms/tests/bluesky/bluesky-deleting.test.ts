import { describe, expect, it } from 'vitest';
import { rejectionOf, type StubReply, stubAccount, useStubbedDriver } from '../support/stub-network.ts';

const DID = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa';
const KEY = '3m6abcdefgh2a';
const [post, threadgate] = ['app.bsky.feed.post', 'app.bsky.feed.threadgate'];
const refusal = (status: number, error: string): StubReply => ({ status, body: { error, message: 'no' } });
const there: StubReply = { status: 200, body: { uri: 'at://', cid: 'c', value: {} } };
const deleted: StubReply = { status: 200, body: { commit: { cid: 'c', rev: 'r' } } };
const missing = refusal(400, 'RecordNotFound');
const used = useStubbedDriver('bluesky');

/** Answers by the collection that is read, and by the method of a change. */
function answer(replies: Readonly<Record<string, StubReply>>): void {
  used.stub.reply = (response, { path }) => {
    const url = new URL(path, used.stub.url);
    const name = url.searchParams.get('collection') ?? url.pathname.split('.').at(-1) ?? '';
    const { status, body } = replies[name] ?? missing;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

function remove() {
  const accessToken = JSON.stringify({ kind: 'password', did: DID, token: 'very-secret-token' });
  const account = stubAccount(DID, { accessToken });
  return used.driver.actions.deletePost?.(`at://${DID}/${post}/${KEY}`, account, {}) ?? expect.fail('no deletion');
}

const changes = () =>
  used.stub.requests
    .map(({ path, body }) => ({ method: path.split('.').at(-1), body }))
    .filter(({ method }) => method === 'applyWrites' || method === 'deleteRecord');

describe('a post with a gate that its author set in the app', () => {
  it('is deleted alone by a connection that may not delete gates', async () => {
    const applyWrites = refusal(403, 'ScopeMissingError');
    answer({ [post]: there, [threadgate]: there, applyWrites, deleteRecord: deleted });
    expect(await remove()).toBe('deleted');
    expect(changes().map(({ method }) => method)).toEqual(['applyWrites', 'deleteRecord']);
    expect(JSON.parse(changes()[1]?.body ?? '')).toEqual({ repo: DID, collection: post, rkey: KEY });
  });

  it('is deleted alone where a gate cannot be read', async () => {
    answer({ [post]: there, [threadgate]: refusal(403, 'Forbidden'), deleteRecord: deleted });
    expect(await remove()).toBe('deleted');
    expect(changes().map(({ method }) => method)).toEqual(['deleteRecord']);
  });

  it('is not deleted a second time where the answer to the first deletion is lost', async () => {
    answer({ [post]: there, [threadgate]: there, applyWrites: refusal(500, 'InternalServerError') });
    expect(await rejectionOf(remove())).toHaveProperty('kind', 'outcome-unknown');
    expect(changes()).toHaveLength(1);
  });
});
