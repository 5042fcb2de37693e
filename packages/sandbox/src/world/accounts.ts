import type { NetworkId } from './network-ids.ts';

/** A person or page that exists on one network. */
export interface Account {
  readonly network: NetworkId;
  readonly id: string;
  readonly username: string;
  /** Display name. */
  readonly name: string;
  /** `private` is protected and takes no direct messages; some networks have further types. */
  readonly type: string;
}

/** All accounts of all networks. */
export class AccountStore {
  readonly #accounts: Account[] = [];

  add(account: Account): Account {
    this.#accounts.push(account);
    return account;
  }

  all(): readonly Account[] {
    return this.#accounts;
  }

  /** Replaces all accounts. */
  restore(accounts: readonly Account[]): void {
    this.#accounts.splice(0, this.#accounts.length, ...accounts);
  }

  of(network: NetworkId): readonly Account[] {
    return this.#accounts.filter((account) => account.network === network);
  }

  find(network: NetworkId, id: string): Account | undefined {
    return this.#accounts.find((account) => account.network === network && account.id === id);
  }

  /** Returns the username of a post's author, or of the person who gave a grant. */
  usernameOf({ network, accountId }: { readonly network: NetworkId; readonly accountId: string }): string {
    return this.find(network, accountId)?.username ?? '';
  }

  /** Finds an account by its name in any case, as networks do. */
  findByUsername(network: NetworkId, username: string): Account | undefined {
    const wanted = username.toLowerCase();
    return this.of(network).find((account) => account.username.toLowerCase() === wanted);
  }
}
