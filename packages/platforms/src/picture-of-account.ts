import type { OAuthCapability, PlatformDriver } from './driver.ts';

/** Makes the reader of an account's present picture for networks whose list of accounts costs nothing and holds it. */
export function pictureOfAccount({
  listAccounts,
}: Pick<OAuthCapability, 'listAccounts'>): NonNullable<PlatformDriver['readPicture']> {
  return async ({ accountId, accessToken }, call) => {
    const accounts = await listAccounts(accessToken, call);
    return accounts.find((account) => account.accountId === accountId)?.picture ?? null;
  };
}
