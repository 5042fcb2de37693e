import type { PlatformId } from '@social/types';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';

/** One account of a platform by its short name. */
interface NamedAccount {
  readonly platform: PlatformId;
  readonly account: string;
}

/** Disconnects an account from a profile; without one, every account of the platform. */
export function useDisconnect(profileId: string) {
  return useChange(
    (from: Pick<NamedAccount, 'platform'> & Partial<NamedAccount>) =>
      client.connections.disconnectPlatform({ ...from, profileId }),
    '/api/connect/status',
  );
}

/** Gives an account another short name. */
export function useRenameAccount(profileId: string) {
  return useChange(
    (change: NamedAccount & { readonly name: string }) => client.connections.changeAccount({ ...change, profileId }),
    '/api/connect/status',
  );
}

/** Makes an account the default of its platform. */
export function useMakeDefault(profileId: string) {
  return useChange(
    (account: NamedAccount) => client.connections.changeAccount({ ...account, isDefault: true, profileId }),
    '/api/connect/status',
  );
}
