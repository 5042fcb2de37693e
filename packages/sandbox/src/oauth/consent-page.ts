import type { Call, Reply } from '../http/route.ts';
import { type Html, html } from '../pages/html.ts';
import { layout, pagePolicy } from '../pages/layout.ts';
import type { Account } from '../world/accounts.ts';

/** The request for access that a person approves or denies. */
export interface Consent {
  readonly networkName: string;
  readonly appName: string;
  readonly scopes: readonly string[];
  /** Lets the person untick each scope. */
  readonly choosesScopes: boolean;
  /** The address to which the person returns. */
  readonly returnsTo: string;
  readonly accounts: readonly Account[];
  /** Username that is selected at first. */
  readonly chosen: string;
}

/**
 * Answers with the page on which a person approves or denies, without any script.
 *
 * @param path The authorize page's own path, to which the decision is sent with the call's query.
 */
export function consentPage({ base, query }: Call, path: string, consent: Consent): Reply {
  const action = `${new URL(base).pathname.replace(/\/$/, '')}${path}?${query}`;
  const origin = new URL(consent.returnsTo).origin;
  const body = html`<main class="consent">
<p class="eyebrow">${consent.networkName}, simulated by the sandbox</p>
<h1>${consent.appName} asks for access</h1>
<p>Nothing leaves this machine: the accounts below exist only here.</p>
<form method="post" action="${action}">
<fieldset>
<legend>Account</legend>
${consent.accounts.map((account) => choice(account, account.username === consent.chosen))}
</fieldset>
<h2>The app asks to use</h2>
<ul class="scopes">${consent.scopes.map((scope) => html`<li>${consent.choosesScopes ? scopeChoice(scope) : html`<code>${scope}</code>`}</li>`)}</ul>
<p class="note">Afterwards you return to <code>${origin}</code>.</p>
<div class="buttons">
<button class="primary" name="decision" value="approve">Approve</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>
</main>`;
  const page = layout({ title: `Allow ${consent.appName}? · ${consent.networkName} sandbox`, body });
  // Browsers apply a form's policy to the redirect that follows it, too.
  const policy = pagePolicy.replace("form-action 'self'", `form-action 'self' ${origin}`);
  return { status: 200, html: page, headers: { 'content-security-policy': policy } };
}

function scopeChoice(scope: string): Html {
  return html`<label><input type="checkbox" name="scope ${scope}" checked> <code>${scope}</code></label>`;
}

function choice(account: Account, isChosen: boolean): Html {
  return html`<label class="choice"><input type="radio" name="account" value="${account.id}"${isChosen ? html` checked` : undefined}>
<span><strong>${account.name}</strong> <span class="quiet">@${account.username}</span></span></label>
`;
}

/** The page for a request with which the person cannot be sent back to the app. */
export function refusalPage({ networkName, message }: { networkName: string; message: string }): string {
  const body = html`<main class="consent">
<p class="eyebrow">${networkName}, simulated by the sandbox</p>
<h1>This request for access is not valid</h1>
<p role="alert">${message}</p>
<p>The app got no access. Correct the link that led here, and try again.</p>
</main>`;
  return layout({ title: `Not valid · ${networkName} sandbox`, body });
}
