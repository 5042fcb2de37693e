import { type PlatformId, platformName } from '@social/types';
import { createContext, use } from 'react';

/** The network that is connected, by platform: where that is known, a platform has its name alone. */
export const ConnectedNetworks = createContext<(platform: PlatformId) => string | null | undefined>(() => null);

/** What people call a platform here. */
export function usePlatformName(): (platform: PlatformId) => string {
  const networkOf = use(ConnectedNetworks);
  return (platform) => platformName(platform, networkOf(platform));
}
