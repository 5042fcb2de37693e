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
  if (store.findEarlier.get(workspaceId, key)) throw new Error('the key was used before');
  const profile = store.findProfile.get(workspaceId, 1);
  const { text } = request;
  const [platform] = request.platforms;
  const [postId, targetId] = [newId(), newId()];
  const of = { workspace_id: workspaceId, profile_id: profile.id };
  const connection = store.transaction(() => {
    const [found] = store.findConnections.all(profile.id);
    const lockedUntil = new Date(now.getTime() + LOCK_MS).toISOString();
    store.insertKey.get(workspaceId, key, fingerprint, owner, null, lockedUntil, postId, at);
    const platforms = JSON.stringify(request.platforms);
    const stored = {
      fit_media: 1,
      copy_media: 0,
      text,
      platforms,
      status: 'publishing',
      happens_at: at,
      from_slot: 0,
      unsent_bytes: 0,
    };
    store.insertPost({ id: postId, ...of, profile_slug: profile.slug, ...stored, created_at: at, updated_at: at });
    store.insertPlatform({ ...of, platform, target: platform, post_id: postId });
    const account = { connection_id: found.id, account: found.display_name, account_name: found.name };
    const sending = { state: 'sending', attempt: 1, held: 1, sent_at: at, worker_id: workerId, updated_at: at };
    const place = { platform, target: platform, position: 0, part: 1, retryable: 0, credits: 0, by_hand: 0 };
    store.insertTarget({ id: targetId, post_id: postId, ...of, ...place, ...account, ...sending });
    const step = (kind) => ({ platform, kind, attempt: 1, at, details: { target: found.name } });
    const further = JSON.stringify([step('pending'), step('sending')]);
    store.insertEvent({ id: newId(), ...of, post_id: postId, kind: 'created', at, further });
    store.hold.get(1, workspaceId, 1);
    return found;
  });
  const urn = await sendUpstream(network, connection, text);
  const url = `${network.url}/feed/update/${urn}/`;
  const post = { postId, targetId, platform, text };
  return recordEnd(store, { workspaceId, profile, name: connection.name, post, urn, url, claimed: { key, owner } });
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

/** Stores result, charge, log entry and answer. @returns body of the answer */
function recordEnd(store, { workspaceId, profile, name, post, urn, url, claimed }) {
  const { postId, targetId, platform, text } = post;
  const at = new Date().toISOString();
  return store.transaction(() => {
    const result = [urn, url, null, null, 0, null, null, null, 1, 'published'];
    const target = store.endTarget.get(null, at, ...result, targetId, 1, 'sending', 'unknown');
    const of = { workspace_id: workspaceId };
    const step = { kind: 'published', attempt: 1, at, details: JSON.stringify({ target: name, url }) };
    store.insertEvent({ id: newId(), ...of, post_id: postId, platform, ...step });
    const { held: amount } = target;
    store.endReservation.get(0, targetId, amount);
    const entry = { id: newId(), ...of, action: 'post.published', created_at: at };
    const charged = JSON.stringify({ postId, platform });
    store.insertLedgerEntry({ ...entry, amount: -amount, operation_id: postId, metadata: charged });
    const { log_count: seq } = store.count.get(amount, amount, amount, 1, workspaceId);
    const logged = JSON.stringify({ postId, target: name, text, credits: amount, platformPostId: urn, url });
    store.insertActivity({
      ...entry,
      seq,
      platform,
      profile_name: profile.name,
      profile_id: profile.id,
      target: name,
      status: 'success',
      metadata: logged,
    });
    const ended = store.finishPost.get('published', at, postId, 'publishing', postId, 'pending', 'sending');
    const body = JSON.stringify(present(ended, profile, [target]));
    store.storeAnswer.get(201, body, null, workspaceId, claimed.key, claimed.owner);
    return body;
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
