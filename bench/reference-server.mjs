import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { listLogs, listPosts } from './reference-lists.mjs';
import { publish } from './reference-publish.mjs';
import { openReferenceStore } from './reference-store.mjs';

const Koa = createRequire(new URL('../packages/server/package.json', import.meta.url))('koa');

/** `node reference-server.mjs <database file> <network url> <access token> <api version>`: a minimal server with the same answers. */
const [path, url, accessToken, version] = process.argv.slice(2);
const network = { url, accessToken, version };
const store = openReferenceStore(path);
const app = new Koa();

app.use(async (ctx) => {
  const rawKey = ctx.get('Authorization').slice('Bearer '.length);
  const caller = store.findKey.get(createHash('sha256').update(rawKey).digest('hex'));
  if (!caller) ctx.throw(401);
  if (ctx.path === '/api/keys') {
    ctx.body = { keys: store.listKeys.all(caller.workspaceId).map(presentKey) };
  } else if (ctx.path === '/api/v1/posts' && ctx.method === 'GET') {
    ctx.body = listPosts(store, caller.workspaceId);
  } else if (ctx.path === '/api/logs') {
    ctx.body = listLogs(store, caller.workspaceId);
  } else {
    const chunks = [];
    for await (const chunk of ctx.req) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    ctx.status = 201;
    ctx.type = 'application/json';
    ctx.body = await publish(store, { workspaceId: caller.workspaceId, key: ctx.get('Idempotency-Key'), raw, network });
  }
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => store.close());
});

function presentKey({ id, name, preview, created_at: createdAt, last_used_at: lastUsedAt }) {
  return { id, name, keyPreview: preview, createdAt, lastUsedAt };
}
