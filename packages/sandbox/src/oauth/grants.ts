import { randomBytes } from 'node:crypto';
import type { NetworkId } from '../world/network-ids.ts';

/** What a person allowed an app to do. */
export interface Grant {
  readonly network: NetworkId;
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** A proof key as the authorize request announced it. */
export interface Challenge {
  readonly value: string;
  readonly method: 's256' | 'plain';
}

/** An authorization code, good for one exchange. */
export interface AuthorizationCode extends Grant {
  readonly code: string;
  readonly redirectUri: string;
  readonly challenge?: Challenge;
  readonly nonce?: string;
  /** Whether a refresh token was asked for, where that is a choice: with every consent, or only with the first. */
  readonly offline?: 'always' | 'first-consent';
  readonly expiresAt: number;
  used: boolean;
}

/** An issued access or refresh token. */
export interface IssuedToken extends Grant {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  state: 'active' | 'revoked' | 'used';
}

/** How a network words and times its tokens. */
export interface TokenStyle {
  readonly prefix: string;
  readonly bytes: number;
  readonly lifetimeMs: number;
}

/** Codes and tokens as they are kept. */
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

  /** How many access tokens there are. */
  get accessTokens(): number {
    return this.#access.size;
  }

  save(): SavedGrants {
    return {
      codes: [...this.#codes.values()],
      access: [...this.#access.values()],
      refresh: [...this.#refresh.values()],
    };
  }

  /** Puts these codes and tokens in the place of all. */
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

  /** Finds a code that is neither used up nor too old. */
  findCode(network: NetworkId, code: string): AuthorizationCode | undefined {
    const found = this.#codes.get(code);
    if (!found || found.network !== network || found.used || found.expiresAt <= this.#now()) return undefined;
    return found;
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

  isExpired(token: IssuedToken): boolean {
    return token.expiresAt <= this.#now();
  }

  /** Ends every active token of an app for an account that the condition picks. */
  revokeWhere(grant: Grant, condition: (token: IssuedToken) => boolean): void {
    for (const token of [...this.#access.values(), ...this.#refresh.values()]) {
      const same =
        token.network === grant.network && token.accountId === grant.accountId && token.clientId === grant.clientId;
      if (same && token.state === 'active' && condition(token)) token.state = 'revoked';
    }
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
