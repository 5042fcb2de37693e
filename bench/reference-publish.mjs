import { createHash } from 'node:crypto';
import { newId } from './reference-store.mjs';

const LOCK_MS = 90_000;
const workerId = newId();

/**
 * Publishes to one platform with the server's statements and its one call to the network. Checks nothing, limits nothing,
 * refreshes no token and handles no failure.
 */
export async function publish(store, { workspaceId, key, raw, network }) {
  const request = JSON.parse(raw);
  const now = new Date();
  const at = now.toISOString();
  const owner = `${workerId}.${newId()}`;
  const fingerprint = createHash('sha256').update(raw).digest('hex');
  store.claimKey.run(workspaceId, key, fingerprint, owner, new Date(now.getTime() + LOCK_MS).toISOString(), at);
  const profile = store.findProfile.get(workspaceId, 1);
  const [{ id: connectionId, display_name: account }] = store.findConnections.all(profile.id);
  const { text } = request;
  const [platform] = request.platforms;
  const [postId, targetId] = [newId(), newId()];
  const holdId = `${targetId}.1`;
  store.transaction(() => {
    const platforms = JSON.stringify(request.platforms);
    store.insertPost.run(postId, workspaceId, profile.id, profile.slug, text, platforms, 'publishing', at, at, at);
    store.insertPlatform.run(workspaceId, platform, postId);
    store.insertEvent.run(newId(), workspaceId, postId, null, 'created', null, at, null);
    store.linkPost.run(postId, workspaceId, key, owner);
    store.insertTarget.run(targetId, postId, workspaceId, platform, 'pending', connectionId, account, workerId, at);
    store.insertEvent.run(newId(), workspaceId, postId, platform, 'pending', 1, at, null);
    store.hold.run(1, workspaceId, 1);
    store.insertHold.run(holdId, workspaceId, 1, 'held', at);
  });
  store.transaction(() => {
    store.claim.get(at, workerId, at, 'sending', targetId, 1, 'pending', workerId);
    store.insertEvent.run(newId(), workspaceId, postId, platform, 'sending', 1, at, null);
  });
  const urn = await sendUpstream(network, store.findConnection.get(connectionId), text);
  const url = `${network.url}/feed/update/${urn}/`;
  recordEnd(store, { workspaceId, profile, post: { postId, targetId, platform, text }, holdId, urn, url });
  const body = JSON.stringify(present(store.findPost.get(postId, workspaceId), profile, store.findTargets.all(postId)));
  store.storeAnswer.run(201, body, at, workspaceId, key, owner);
  return body;
}

async function sendUpstream(network, connection, text) {
  const answer = await fetch(`${network.url}/rest/posts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${network.accessToken}`,
      'linkedin-version': network.version,
      'x-restli-protocol-version': '2.0.0',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      author: connection.account_urn ?? `urn:li:person:${connection.account_id}`,
      commentary: text,
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    }),
  });
  const answerText = await answer.text();
  const urn = answer.headers.get('x-restli-id');
  if (urn === null) throw new Error(`the network answered ${answer.status} ${answerText}`);
  return urn;
}

function recordEnd(store, { workspaceId, profile, post, holdId, urn, url }) {
  const { postId, targetId, platform, text } = post;
  const at = new Date().toISOString();
  store.transaction(() => {
    store.endTarget.get(at, urn, url, 'published', targetId, 1, 'sending', 'unknown');
    const details = JSON.stringify({ url });
    store.insertEvent.run(newId(), workspaceId, postId, platform, 'published', 1, at, details);
    const { amount } = store.endHold.get('settled', at, holdId, 'held');
    store.charge.run(amount, amount, amount, workspaceId);
    const charged = JSON.stringify({ postId, platform });
    store.insertLedgerEntry.run(newId(), workspaceId, -amount, 'post.published', postId, charged, at);
    store.storeCredits.run(amount, targetId);
    const { log_count: seq } = store.countActivity.get(1, workspaceId);
    const logged = JSON.stringify({ postId, text, credits: amount, platformPostId: urn, url });
    store.insertActivity.run(
      workspaceId,
      'post.published',
      platform,
      profile.name,
      'success',
      logged,
      at,
      newId(),
      seq,
    );
    store.finishPost.run('published', at, postId, 'publishing', postId, 'pending', 'sending');
  });
}

function present(post, profile, targets) {
  return {
    id: post.id,
    text: post.text,
    platforms: JSON.parse(post.platforms),
    status: post.status,
    createdAt: post.created_at,
    updatedAt: post.updated_at,
    profile: profile.slug,
    credits: targets.reduce((sum, { credits }) => sum + credits, 0),
    platformResults: Object.fromEntries(
      targets.map(({ platform, platform_post_id: platformPostId, state, credits, account, url }) => [
        platform,
        { ok: true, platformPostId, state, credits, account, url },
      ]),
    ),
  };
}
