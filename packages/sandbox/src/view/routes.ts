import { Readable } from 'node:stream';
import Router from '@koa/router';
import type { Context } from 'koa';
import { readFault } from '../control/faults.ts';
import { InputError } from '../http/input.ts';
import { formFields, readRequestBody } from '../http/request-body.ts';
import type { Network } from '../networks/network.ts';
import { pagePolicy } from '../pages/layout.ts';
import { isNetworkId } from '../world/network-ids.ts';
import type { Media } from '../world/posts.ts';
import type { StoredBytes } from '../world/stored-bytes.ts';
import type { World } from '../world/world.ts';
import { refreshScript } from './assets/refresh-script.ts';
import { styleSheet } from './assets/style-sheet.ts';
import { sandboxPage, sandboxRegions } from './page.ts';
import type { Selection } from './selection.ts';

const maxPartBytes = 1024 * 1024;

/** The web page at the root, its style sheet and script, its form, and the files it shows. */
export function viewRouter({ world, networks }: { world: World; networks: readonly Network[] }): Router {
  const router = new Router();
  router.use(async (ctx, next) => {
    ctx.set('content-security-policy', pagePolicy);
    ctx.set('x-content-type-options', 'nosniff');
    await next();
  });
  router.get('/', (ctx) => {
    ctx.type = 'html';
    ctx.body = sandboxPage({ world, networks, selection: readSelection(ctx) });
  });
  router.get('/_sandbox/view', (ctx) => {
    const regions = sandboxRegions({ world, networks, selection: readSelection(ctx) });
    ctx.body = Object.fromEntries(Object.entries(regions).map(([name, { markup }]) => [name, markup]));
  });
  router.post('/_sandbox/view/faults', async (ctx) => {
    const { clear, ...fields } = formFields(await readRequestBody(ctx.req));
    if (clear === undefined) world.faults.add(readFault(numbersOf(fields)));
    else world.faults.clear();
    ctx.status = 303;
    ctx.set('location', `/${ctx.search}#faults`);
  });
  router.get('/_sandbox/assets/style.css', (ctx) => {
    ctx.type = 'text/css';
    ctx.body = styleSheet;
  });
  router.get('/_sandbox/assets/refresh.js', (ctx) => {
    ctx.type = 'text/javascript';
    ctx.body = refreshScript;
  });
  router.get('/_sandbox/media/:sha256', (ctx) => {
    const wanted = ctx.params['sha256'];
    const media = world.posts
      .all()
      .flatMap(({ media: shown, card }) => (card?.picture ? [...shown, card.picture] : shown))
      .find(({ sha256 }) => sha256 === wanted);
    if (!media) throw new InputError('no accepted post has such a file', 404);
    sendRange(ctx, media);
  });
  return router;
}

/** Sends a file, or the range of it that a video player asks for. @see RFC 9110 section 14 */
function sendRange(ctx: Context, { type, blob }: Media): void {
  const wanted = /^bytes=(\d+)-(\d*)$/.exec(ctx.get('range'));
  const start = wanted ? Number(wanted[1]) : 0;
  const last = Math.min(wanted?.[2] ? Number(wanted[2]) : start + maxPartBytes - 1, blob.bytes - 1);
  ctx.type = type;
  ctx.set('accept-ranges', 'bytes');
  if (!wanted) {
    ctx.body = Readable.from(partsOf(blob));
    ctx.length = blob.bytes;
  } else if (start > last) {
    ctx.status = 416;
    ctx.set('content-range', `bytes */${blob.bytes}`);
  } else {
    ctx.status = 206;
    ctx.set('content-range', `bytes ${start}-${last}/${blob.bytes}`);
    ctx.body = blob.read(start, last + 1);
  }
}

function* partsOf(blob: StoredBytes): Generator<Buffer> {
  for (let at = 0; at < blob.bytes; at += maxPartBytes) yield blob.read(at, at + maxPartBytes);
}

function readSelection(ctx: Context): Selection {
  const { network, seeded } = ctx.query;
  return { ...(isNetworkId(network) && { network }), seeded: seeded === 'true' };
}

/** Converts a form's fields: forms send numbers as text, and empty fields as empty text. */
function numbersOf(fields: Readonly<Record<string, string>>): Record<string, string | number> {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  return Object.fromEntries(given.map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]));
}
