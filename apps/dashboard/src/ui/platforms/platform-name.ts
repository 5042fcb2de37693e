import { type PlatformId, platformName } from '@social/types';
import { createContext, use } from 'react';

/** Returns the connected network of a platform; once it is known, the platform carries only that network's name. */
export const ConnectedNetworks = createContext<(platform: PlatformId) => string | null | undefined>(() => null);

/** Returns a function that names a platform for readers. */
export function usePlatformName(): (platform: PlatformId) => string {
  const networkOf = use(ConnectedNetworks);
  return (platform) => platformName(platform, networkOf(platform));
}
