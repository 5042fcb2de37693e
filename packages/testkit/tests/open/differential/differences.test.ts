import { test } from 'vitest';
import { procedure, query, type Scenario, useBothServers } from './both-servers.ts';
import { textAt } from './exchange.ts';
import { postsOf } from './records.ts';

const { expectApart } = useBothServers();

const FEED = 'app.bsky.feed';

// The real server hands these methods on to the one of Bluesky's app, which cannot be reached here. The simulated one is both.
test.for<readonly [what: string, simulated: string, scenario: Scenario]>([
  ['a timeline', '200', (peer) => query(peer, `${FEED}.getTimeline`, {}, peer.ada.access)],
  [
    'the posts of an account',
    '200',
    (peer) => query(peer, `${FEED}.getAuthorFeed`, { actor: peer.ada.did }, peer.ada.access),
  ],
  ['a profile', '200', (peer) => query(peer, 'app.bsky.actor.getProfile', { actor: peer.ada.did }, peer.ada.access)],
  [
    'a post',
    '200',
    async (peer) => {
      const uris = textAt(await postsOf(peer).create({ text: 'a' }), 'uri');
      return query(peer, `${FEED}.getPosts`, { uris }, peer.ada.access);
    },
  ],
  [
    'a method that no server has',
    '501 MethodNotImplemented',
    (peer) => query(peer, 'com.example.nope', {}, peer.ada.access),
  ],
])('the real server cannot reach the one that answers for %s', ([, simulated, scenario]) =>
  expectApart(scenario, { real: '502 UpstreamFailure', simulated }),
);

test('a file is uploaded with a service token at the real server alone, as the service of videos does', () =>
  expectApart(
    async (peer) => {
      const { hostname } = new URL(peer.url);
      const wanted = { aud: `did:web:${hostname}`, lxm: 'com.atproto.repo.uploadBlob' };
      const token = textAt(await query(peer, 'com.atproto.server.getServiceAuth', wanted, peer.ada.access), 'token');
      return procedure(peer, 'com.atproto.repo.uploadBlob', {}, token);
    },
    { real: '200', simulated: '400 InvalidToken' },
  ));
