import Router from '@koa/router';
import type { Context } from 'koa';
import { InputError, readFields } from '../http/input.ts';
import type { RunningNetwork } from '../networks/registry.ts';
import { isNetworkId, type NetworkId, networkIds } from '../world/network-ids.ts';
import type { LinkCard, Post } from '../world/posts.ts';
import type { World } from '../world/world.ts';
import { accountKeys, appKeys, createAccount, createApp } from './accounts.ts';
import { counterKeys, setCounters } from './counters.ts';
import { faultKeys, readFault } from './faults.ts';
import { allSettings, changeSettings } from './settings.ts';

/** The parts of a sandbox that control calls read and change. */
export interface Control {
  readonly world: World;
  readonly networks: readonly RunningNetwork[];
  readonly url: () => string;
  readonly reset: () => void;
}

/** The calls below `/_sandbox`. */
export function controlRouter(control: Control): Router {
  const { world, reset } = control;
  const router = new Router({ prefix: '/_sandbox' });
  router.get('/posts', (ctx) => {
    const isWanted = networkFilter(ctx);
    const withSeeds = ctx.query['seeded'] === 'true';
    const posts = world.posts.all().filter((post) => isWanted(post) && (withSeeds || !post.seeded));
    ctx.body = { posts: posts.map((post) => presentPost(control, post)) };
  });
  router.put('/counters', async (ctx) => {
    const { counters } = setCounters(world, await readFields(ctx, counterKeys));
    ctx.body = { counters };
  });
  router.get('/requests', (ctx) => {
    const requests = world.requests.filter(networkFilter(ctx));
    ctx.body = { requests: requests.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })) };
  });
  router.get('/faults', (ctx) => {
    ctx.body = { faults: world.faults.all() };
  });
  router.post('/faults', async (ctx) => {
    const fault = readFault(await readFields(ctx, faultKeys));
    world.faults.add(fault);
    ctx.status = 201;
    ctx.body = fault;
  });
  router.delete('/faults', (ctx) => {
    world.faults.clear();
    ctx.body = { ok: true };
  });
  router.post('/reset', (ctx) => {
    reset();
    ctx.body = { ok: true };
  });
  router.get('/accounts', (ctx) => {
    ctx.body = { accounts: networkIds.flatMap((id) => world.accounts.of(id)).filter(networkFilter(ctx)) };
  });
  router.post('/accounts', async (ctx) => {
    const account = createAccount(world, await readFields(ctx, accountKeys));
    ctx.status = 201;
    ctx.body = account;
  });
  router.post('/apps', async (ctx) => {
    const { network, app } = createApp(world, await readFields(ctx, appKeys));
    ctx.status = 201;
    ctx.body = { network, ...app };
  });
  router.get('/settings', (ctx) => {
    ctx.body = allSettings(control);
  });
  router.put('/settings', async (ctx) => {
    changeSettings(control, await readFields(ctx, Object.keys(allSettings(control))));
    ctx.body = allSettings(control);
  });
  return router;
}

function networkFilter(ctx: Context): (each: { readonly network: NetworkId }) => boolean {
  const { network } = ctx.query;
  if (network === undefined) return () => true;
  if (!isNetworkId(network)) throw new InputError(`network has to be one of: ${networkIds.join(', ')}`);
  return (each) => each.network === network;
}

function presentPost({ world, networks, url }: Control, post: Post) {
  const network = networks.find(({ id }) => id === post.network);
  return {
    network: post.network,
    id: post.id,
    account: world.accounts.find(post.network, post.accountId)?.username ?? '',
    text: post.text,
    replyToId: post.replyToId ?? null,
    media: post.media.map(({ type, blob, sha256, fileName }) => ({ type, bytes: blob.bytes, sha256, fileName })),
    createdAt: new Date(post.createdAt).toISOString(),
    deletedAt: post.deletedAt === undefined ? null : new Date(post.deletedAt).toISOString(),
    ...(post.card && { card: presentCard(post.card) }),
    ...(post.poll && { poll: presentPoll(post) }),
    ...(post.labels && { labels: post.labels }),
    ...(post.settings && { settings: post.settings }),
    ...(post.chat && { chat: post.chat }),
    ...(post.idempotencyKey !== undefined && { idempotencyKey: post.idempotencyKey }),
    url: network ? `${url()}/${network.id}${network.permalink(post)}` : url(),
  };
}

function presentPoll({ poll, text }: Post) {
  if (!poll) return undefined;
  const { question = text, options, isMultiple: multiple, endsAt } = poll;
  return { question, options, multiple, endsAt: new Date(endsAt).toISOString() };
}

function presentCard({ url, title, description, picture }: LinkCard) {
  return { url, title, description, picture: picture?.sha256 ?? null };
}
