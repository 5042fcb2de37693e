import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Context, Middleware } from 'koa';
import { writeBytes } from '../replies/write-reply.ts';
import { PAGE_CSS } from './pages.ts';
import { pagePolicy } from './security-headers.ts';

/** Addresses of the web app. */
const PAGES =
  /^\/(?:sign-in|sign-up|forgot-password|reset-password|confirm-address|join|connect\/[a-z]+|write|start|share|posts\/[0-9a-f-]{36}|drafts(?:\/[0-9a-f-]{36})?|calendar|results|connections|profiles|keys|members|webhooks(?:\/[0-9a-f-]{36})?|usage|activity|account|device|authorize-command|index\.html)?$/;

/** Placeholder in the built page for the nonce of its content security policy. */
const NONCE_PLACE = '__CSP_NONCE__';

interface Asset {
  readonly body: Buffer;
  readonly type: string;
}

/**
 * Serves the built web app: its files by name, and its page for every address of the app.
 * @param countUnknown counts a visit of an address that the app lacks, and may refuse it
 */
export function serveDashboard(directory: string, countUnknown: (ctx: Context) => Promise<void>): Middleware {
  let app: WebApp | undefined;
  return async (ctx, next) => {
    if (ctx.method === 'POST' && ctx.path === '/share') return showSharingFailed(ctx);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    // Read by the first visit: the start, and a server whose dashboard nobody opens, need no files.
    app ??= readWebApp(directory);
    const { assets, page, pageText } = app;
    const isPage = PAGES.test(ctx.path);
    const asset = assets.get(ctx.path) ?? (isPage || isVisit(ctx.path, ctx.get('Accept')) ? page : undefined);
    if (!asset) return next();
    if (asset === page && !isPage) {
      await countUnknown(ctx);
      ctx.status = 404;
    }
    ctx.type = asset.type;
    // Names of built files hold a hash of their content.
    ctx.set('Cache-Control', ctx.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (asset === page) {
      // The page allows its own style files, and the styles that its script adds with this nonce, new for each answer.
      const nonce = randomBytes(16).toString('base64');
      ctx.set('Content-Security-Policy', pagePolicy(nonce));
      ctx.body = pageText.replaceAll(NONCE_PLACE, nonce);
      return;
    }
    writeBytes(ctx, asset.body);
  };
}

/**
 * Leads a person who shares something with the installed app to the page that says it was not kept. The page's worker takes what is
 * shared and sends none of it here, unless the browser has lost the worker; opening the page brings it back.
 */
function showSharingFailed(ctx: Context): void {
  ctx.status = 303;
  ctx.redirect('/share?failed');
}

/** Returns true for a person who opens an unknown address, and gets a page; a program gets JSON. */
function isVisit(path: string, accept: string): boolean {
  return !path.startsWith('/api/') && extname(path) === '' && accept.includes('text/html');
}

/** The web app's files, with the page among them. */
interface WebApp {
  readonly assets: ReadonlyMap<string, Asset>;
  readonly page: Asset | undefined;
  readonly pageText: string;
}

function readWebApp(directory: string): WebApp {
  const assets = readAssets(directory);
  assets.set('/page.css', { body: Buffer.from(PAGE_CSS), type: '.css' });
  const page = assets.get('/index.html');
  return { assets, page, pageText: page?.body.toString() ?? '' };
}

function readAssets(directory: string): Map<string, Asset> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((file) => {
      const path = join(file.parentPath, file.name);
      return [
        path.slice(directory.length).replaceAll('\\', '/'),
        { body: readFileSync(path), type: extname(file.name) },
      ];
    }),
  );
}
