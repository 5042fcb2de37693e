import type { Middleware } from 'koa';

const COMMON_POLICY =
  "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'";

const POLICY = `${COMMON_POLICY}; style-src 'self'`;

/** The policy of a page whose form leads to this server, and from there to the page of a network. */
export const FORM_POLICY = POLICY.replace("form-action 'self'", "form-action 'self' https: http:");

/** The content security policy of the web app's page, whose components add style elements with this nonce. */
export function pagePolicy(nonce: string): string {
  return `${COMMON_POLICY}; style-src 'self' 'nonce-${nonce}'`;
}

/** Sets the security headers of every answer. Answers are private to their caller unless a route says otherwise. */
export function securityHeaders(baseUrl: string): Middleware {
  const isHttps = baseUrl.startsWith('https:');
  // Koa's own `set` makes several objects for each header.
  return ({ res }, next) => {
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Content-Security-Policy', POLICY);
    res.setHeader('Referrer-Policy', 'no-referrer');
    res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    res.setHeader('Cache-Control', 'no-store');
    if (isHttps) res.setHeader('Strict-Transport-Security', 'max-age=31536000');
    return next();
  };
}
