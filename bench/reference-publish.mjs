import { createHash } from 'node:crypto';
import { newId } from './reference-store.mjs';

const LOCK_MS = 90_000;
const workerId = newId();

/**
 * Publishes to one platform with the server's own statements and its one upstream call, and with nothing else:
 * no validation, no limits, no refresh, no failure handling.
 */
export async function publish(store, { workspaceId, key, raw, network }) {
  const request = JSON.parse(raw);
  const now = new Date();
  const at = now.toISOString();
  const owner = `${workerId}.${newId()}`;
  const fingerprint = createHash('sha256').update(raw).digest('hex');
  store.claimKey.run(workspaceId, key, fingerprint, owner, new Date(now.getTime() + LOCK_MS).toISOString(), at);
  const profile = store.findProfile.get(workspaceId, 1);
  const [connection] = store.findConnections.all(profile.id);
  const post = { id: newId(), targetId: newId(), platform: request.platforms[0], text: request.text };
  const holdId = `${post.targetId}.1`;
  store.transaction(() => {
    const platforms = JSON.stringify(request.platforms);
    store.insertPost.run(
      post.id,
      workspaceId,
      profile.id,
      profile.slug,
      post.text,
      platforms,
      'publishing',
      at,
      at,
      at,
    );
    store.insertPlatform.run(workspaceId, post.platform, post.id);
    store.insertEvent.run(newId(), workspaceId, post.id, null, 'created', null, at, null);
    store.linkPost.run(post.id, workspaceId, key, owner);
    store.insertTarget.run(
      post.targetId,
      post.id,
      workspaceId,
      post.platform,
      'pending',
      connection.id,
      connection.display_name,
      workerId,
      at,
    );
    store.insertEvent.run(newId(), workspaceId, post.id, post.platform, 'pending', 1, at, null);
    store.hold.run(1, workspaceId, 1);
    store.insertHold.run(holdId, workspaceId, 1, 'held', at);
  });
  store.transaction(() => {
    store.claim.get(at, workerId, at, 'sending', post.targetId, 1, 'pending', workerId);
    store.insertEvent.run(newId(), workspaceId, post.id, post.platform, 'sending', 1, at, null);
  });
  const urn = await sendUpstream(network, store.findConnection.get(connection.id), post.text);
  settle(store, { workspaceId, profile, post, holdId, urn, url: `${network.url}/feed/update/${urn}/` });
  const body = JSON.stringify(
    present(store.findPost.get(post.id, workspaceId), profile, store.findTargets.all(post.id)),
  );
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

function settle(store, { workspaceId, profile, post, holdId, urn, url }) {
  const at = new Date().toISOString();
  store.transaction(() => {
    store.settleTarget.get(at, urn, url, 'published', post.targetId, 1, 'sending', 'unknown');
    const told = JSON.stringify({ url });
    store.insertEvent.run(newId(), workspaceId, post.id, post.platform, 'published', 1, at, told);
    const { amount } = store.endHold.get('settled', at, holdId, 'held');
    store.charge.run(amount, amount, amount, workspaceId);
    const charged = JSON.stringify({ postId: post.id, platform: post.platform });
    store.insertLedgerEntry.run(newId(), workspaceId, -amount, 'post.published', post.id, charged, at);
    store.storeCredits.run(amount, post.targetId);
    const { log_count: seq } = store.countActivity.get(1, workspaceId);
    const logged = JSON.stringify({ postId: post.id, text: post.text, credits: amount, platformPostId: urn, url });
    store.insertActivity.run(
      workspaceId,
      'post.published',
      post.platform,
      profile.name,
      'success',
      logged,
      at,
      newId(),
      seq,
    );
    store.finishPost.run('published', at, post.id, 'publishing', post.id, 'pending', 'sending');
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
