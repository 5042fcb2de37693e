import { test } from 'vitest';
import { useBothServers } from './both-servers.ts';
import type { Answer } from './exchange.ts';
import { CREATED_AT, createWrite, freshKey, POSTS } from './records.ts';
import { GENERIC, GET_SESSION, type Session, showSession, signedIn } from './session-scenario.ts';

const { expectSame } = useBothServers();
const repo = 'com.atproto.repo';
const record = { $type: POSTS, text: 'a', createdAt: CREATED_AT };
const write = ({ client, access, peer }: Session, method: string, more: object = {}) =>
  client.call(access, `${repo}.${method}`, { repo: peer.ada.did, collection: POSTS, record, ...more });
const put = (session: Session) => write(session, 'putRecord', { rkey: freshKey() });
const remove = (session: Session) => write(session, 'deleteRecord', { rkey: freshKey() });
const apply = (session: Session) =>
  session.client.call(session.access, `${repo}.applyWrites`, {
    repo: session.peer.ada.did,
    writes: [createWrite('a')],
  });
const uploadBlob = async ({ client, access, peer }: Session) => {
  await client.call(access, GET_SESSION);
  return client.callOnce(access, `${repo}.uploadBlob`, peer.ada.did);
};
const serviceToken = ({ client, access }: Session) =>
  client.call(access, 'com.atproto.server.getServiceAuth?aud=did:web:localhost&lxm=com.atproto.repo.uploadBlob');

const MISSING = '403 ScopeMissingError';

test.for<readonly [scope: string, what: string, answer: string, run: (session: Session) => Promise<Answer>]>([
  ['atproto', 'making a post', MISSING, (session) => write(session, 'createRecord')],
  ['atproto', 'showing its session', '200', (session) => showSession(session)],
  ['atproto', 'a service token', MISSING, serviceToken],
  ['atproto', 'uploading', MISSING, uploadBlob],
  [`atproto repo:${POSTS}`, 'making a post', '200', (session) => write(session, 'createRecord')],
  [`atproto repo:${POSTS}`, 'putting a post', '200', put],
  [`atproto repo:${POSTS}`, 'deleting a post', '200', remove],
  [
    `atproto repo:${POSTS}`,
    'making a like',
    MISSING,
    (session) => write(session, 'createRecord', { collection: 'app.bsky.feed.like' }),
  ],
  [`atproto repo:${POSTS}`, 'several writes', '200', apply],
  [`atproto repo:${POSTS}?action=create`, 'making a post', '200', (session) => write(session, 'createRecord')],
  [`atproto repo:${POSTS}?action=create`, 'putting a post', MISSING, put],
  [`atproto repo:${POSTS}?action=create`, 'deleting a post', MISSING, remove],
  [`atproto repo:${POSTS}?action=create&action=update`, 'putting a post', '200', put],
  [`atproto repo?collection=${POSTS}&collection=app.bsky.feed.like`, 'putting a post', '200', put],
  ['atproto repo:app.bsky.feed.like', 'several writes', MISSING, apply],
  ['atproto repo:*', 'putting a post', '200', put],
  ['atproto blob:*/*', 'uploading', '200', uploadBlob],
  ['atproto blob:image/*', 'uploading', MISSING, uploadBlob],
  ['atproto rpc:com.atproto.repo.uploadBlob?aud=*', 'a service token', '200', serviceToken],
  ['atproto rpc:app.bsky.feed.getPosts?aud=*', 'a service token', MISSING, serviceToken],
  [GENERIC, 'uploading', '200', uploadBlob],
  [GENERIC, 'a service token', '200', serviceToken],
  [
    GENERIC,
    'making an app password',
    '403 Forbidden',
    ({ client, access }) => client.call(access, 'com.atproto.server.createAppPassword', { name: 'x' }),
  ],
  [
    GENERIC,
    'listing app passwords',
    '403 Forbidden',
    ({ client, access }) => client.call(access, 'com.atproto.server.listAppPasswords'),
  ],
])('with the scope %s, %s: %s', ([scope, , answer, run]) => expectSame(signedIn(run, scope), answer));
