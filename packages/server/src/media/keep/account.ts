/** What a workspace uses of something that is limited. */
export interface Account {
  /** Counts more. @throws AppError when there is no more; nothing is counted then */
  take(amount: number): void;
  /** Counts more in any case, or with an amount below 0 gives something back. */
  count(amount: number): void;
}

/** The account of a command of the operator. */
export const UNLIMITED: Account = { take: () => undefined, count: () => undefined };

/** Finds the account of a workspace, or of whatever else uses something. */
export type AccountOf = (owner: string) => Promise<Account>;
