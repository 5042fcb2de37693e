import { randomBytes } from 'node:crypto';
import type { NetworkId } from './network-ids.ts';

/** Permissions that a person granted an app. */
export interface Grant {
  readonly network: NetworkId;
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** The challenge of a proof key, from the authorize request. */
export interface Challenge {
  readonly value: string;
  readonly method: 's256' | 'plain';
}

/** An authorization code, which can be exchanged once. */
export interface AuthorizationCode extends Grant {
  readonly code: string;
  readonly redirectUri: string;
  readonly challenge?: Challenge;
  readonly nonce?: string;
  /** Present when the app asked for a refresh token: with every consent, or only with the first. */
  readonly offline?: 'always' | 'first-consent';
  readonly expiresAt: number;
  readonly used: boolean;
}

/** An issued access or refresh token. */
export interface IssuedToken extends Grant {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly state: 'active' | 'revoked' | 'used';
}

/** The form and lifetime of a network's tokens. */
export interface TokenStyle {
  readonly prefix: string;
  readonly bytes: number;
  readonly lifetimeMs: number;
}

/** Codes and tokens as they are saved. */
export interface SavedGrants {
  readonly codes: readonly AuthorizationCode[];
  readonly access: readonly IssuedToken[];
  readonly refresh: readonly IssuedToken[];
}

/** Codes and tokens of all networks. */
export class GrantStore {
  readonly #now: () => number;
  readonly #codes = new Map<string, AuthorizationCode>();
  readonly #access = new Map<string, IssuedToken>();
  readonly #refresh = new Map<string, IssuedToken>();

  constructor(now: () => number) {
    this.#now = now;
  }

  save(): SavedGrants {
    return {
      codes: [...this.#codes.values()],
      access: [...this.#access.values()],
      refresh: [...this.#refresh.values()],
    };
  }

  /** Replaces all codes and tokens. */
  restore({ codes, access, refresh }: SavedGrants): void {
    for (const all of [this.#codes, this.#access, this.#refresh]) all.clear();
    for (const code of codes) this.#codes.set(code.code, code);
    for (const token of access) this.#access.set(token.token, token);
    for (const token of refresh) this.#refresh.set(token.token, token);
  }

  issueCode(code: Omit<AuthorizationCode, 'code' | 'used' | 'expiresAt'>, lifetimeMs: number): AuthorizationCode {
    const issued = { ...code, code: opaque(48), used: false, expiresAt: this.#now() + lifetimeMs };
    this.#codes.set(issued.code, issued);
    return issued;
  }

  /** Finds a code that is neither used nor expired. */
  findCode(network: NetworkId, code: string): AuthorizationCode | undefined {
    const found = this.#codes.get(code);
    if (!found || found.network !== network || found.used || found.expiresAt <= this.#now()) return undefined;
    return found;
  }

  /** Marks a code as exchanged. */
  spend(code: AuthorizationCode): void {
    this.#codes.set(code.code, { ...code, used: true });
  }

  issueAccess(grant: Grant, style: TokenStyle): IssuedToken {
    return this.#issue(this.#access, grant, style);
  }

  issueRefresh(grant: Grant, style: TokenStyle): IssuedToken {
    return this.#issue(this.#refresh, grant, style);
  }

  findAccess(network: NetworkId, token: string): IssuedToken | undefined {
    const found = this.#access.get(token);
    return found?.network === network ? found : undefined;
  }

  findRefresh(network: NetworkId, token: string): IssuedToken | undefined {
    const found = this.#refresh.get(token);
    return found?.network === network ? found : undefined;
  }

  /** Finds a token of either kind. */
  find(network: NetworkId, token: string): IssuedToken | undefined {
    return this.findAccess(network, token) ?? this.findRefresh(network, token);
  }

  /** Finds an access token that is neither revoked nor expired. */
  findUsableAccess(network: NetworkId, token: string): IssuedToken | undefined {
    return this.#usable(this.findAccess(network, token));
  }

  /** Finds an app's refresh token that is neither used, revoked nor expired. */
  findUsableRefresh(network: NetworkId, token: string, { clientId }: Pick<Grant, 'clientId'>): IssuedToken | undefined {
    const found = this.#usable(this.findRefresh(network, token));
    return found?.clientId === clientId ? found : undefined;
  }

  isExpired(token: IssuedToken): boolean {
    return token.expiresAt <= this.#now();
  }

  #usable(token: IssuedToken | undefined): IssuedToken | undefined {
    return token?.state === 'active' && !this.isExpired(token) ? token : undefined;
  }

  /** Marks a refresh token as used, for networks whose refresh tokens work once. */
  use(token: IssuedToken): void {
    this.#end(token, 'used');
  }

  revoke(token: IssuedToken): void {
    this.#end(token, 'revoked');
  }

  /** Revokes an app's active tokens for an account if the condition holds for them. */
  revokeWhere(grant: Grant, condition: (token: IssuedToken) => boolean): void {
    for (const token of [...this.#access.values(), ...this.#refresh.values()]) {
      const same =
        token.network === grant.network && token.accountId === grant.accountId && token.clientId === grant.clientId;
      if (same && token.state === 'active' && condition(token)) this.revoke(token);
    }
  }

  #end(token: IssuedToken, state: IssuedToken['state']): void {
    const tokens = this.#access.has(token.token) ? this.#access : this.#refresh;
    tokens.set(token.token, { ...token, state });
  }

  #issue(into: Map<string, IssuedToken>, grant: Grant, style: TokenStyle): IssuedToken {
    const issued: IssuedToken = {
      network: grant.network,
      accountId: grant.accountId,
      clientId: grant.clientId,
      scopes: grant.scopes,
      token: `${style.prefix}${opaque(style.bytes)}`,
      issuedAt: this.#now(),
      expiresAt: this.#now() + style.lifetimeMs,
      state: 'active',
    };
    into.set(issued.token, issued);
    return issued;
  }
}

function opaque(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
