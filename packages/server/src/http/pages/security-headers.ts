import type { Middleware } from 'koa';

const COMMON_POLICY =
  "default-src 'self'; img-src 'self' https: http: data: blob:; media-src 'self' blob:; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'";

const POLICY = `${COMMON_POLICY}; style-src 'self'`;

/** The content security policy of the web app's page, whose components add style elements with this nonce. */
export function pagePolicy(nonce: string): string {
  return `${COMMON_POLICY}; style-src 'self' 'nonce-${nonce}'`;
}

/** Sets the security headers of every answer. Answers are private to their caller unless a route says otherwise. */
export function securityHeaders(baseUrl: string): Middleware {
  const isHttps = baseUrl.startsWith('https:');
  return async (ctx, next) => {
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Content-Security-Policy', POLICY);
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
    ctx.set('Cache-Control', 'no-store');
    if (isHttps) ctx.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    await next();
  };
}
