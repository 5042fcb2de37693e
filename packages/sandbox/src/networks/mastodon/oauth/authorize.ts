import type { Call, Reply, Route } from '../../../http/route.ts';
import type { AuthorizeRules, RefuseAuthorize } from '../../../oauth/authorize.ts';
import { html } from '../../../pages/html.ts';
import { layout } from '../../../pages/layout.ts';
import type { Challenge } from '../../../world/grants.ts';
import { clientText, scopeText } from '../errors.ts';
import { defaultScopes, knownScopes, splitScopes } from '../scopes.ts';
import type { MastodonState } from '../state.ts';
import { outOfBand } from './apps.ts';

const codePath = '/oauth/authorize/native';

/**
 * The rules of the authorize page: a proof key is optional, and the scopes have to be among those of the app.
 *
 * @see https://docs.joinmastodon.org/methods/oauth/ (read 2026-11-22)
 */
export function mastodonAuthorizeRules({ apps }: MastodonState): AuthorizeRules {
  return {
    network: 'mastodon',
    paths: ['/oauth/authorize'],
    codeLifetimeMs: 10 * 60 * 1000,
    refusals: {
      appStatus: 401,
      app: clientText,
      redirectUri: 'The redirect uri included is not valid.',
      responseType: 'The authorization server does not support this response type.',
    },
    read: (query, refuse) => {
      const asked = splitScopes(query.get('scope') ?? '');
      const scopes = asked.length > 0 ? asked : defaultScopes;
      const allowed = apps.get(query.get('client_id') ?? '')?.scopes ?? knownScopes;
      if (!scopes.every((scope) => allowed.includes(scope))) refuse(scopeText);
      const challenge = readChallenge(query, refuse);
      return { scopes, ...(challenge && { challenge }) };
    },
    denied: {
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
    },
    returnsTo: (redirectUri, { base }) => (redirectUri === outOfBand ? `${base}${codePath}` : redirectUri),
  };
}

function readChallenge(query: URLSearchParams, refuse: RefuseAuthorize): Challenge | undefined {
  const value = query.get('code_challenge');
  if (value === null || value === '') return undefined;
  if (query.get('code_challenge_method') !== 'S256') refuse('The code_challenge_method must be S256.');
  return { value, method: 's256' };
}

/** The page that shows the code to a person whose program cannot receive it. */
export const codePageRoute: Route = { method: 'GET', path: codePath, operation: 'authorize', handle: showCode };

function showCode({ query }: Call): Reply {
  const code = query.get('code');
  const body = html`<main class="consent">
<p class="eyebrow">Mastodon, simulated by the sandbox</p>
${code === null ? html`<h1>The app got no access</h1>` : html`<h1>Copy this code into the app</h1><p><code>${code}</code></p>`}
</main>`;
  return { status: 200, html: layout({ title: 'Authorization code · Mastodon sandbox', body }) };
}
