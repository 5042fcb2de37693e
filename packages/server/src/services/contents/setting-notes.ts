import { unusedSettings } from '@social/platforms';
import { networkName, type PlatformId, platformName, settingsOf } from '@social/types';
import type { GivenSettings, Settings } from './settings.ts';

/** Says which labels of the post a platform does not have; null where it has all of them. */
export function missingLabels({ disclosures }: GivenSettings, platform: PlatformId): string | null {
  const names = disclosures.filter((name) => !settingsOf(platform)[name]);
  const settings = Object.fromEntries(names.map((name) => [name, true]));
  return unusedSettings({ settings }, { where: platformName(platform), names });
}

/** Says which settings the connected network of a platform ignores; null where it has all of them. */
export function ignoredSettings(settings: Settings, platform: PlatformId, network: string): string | null {
  const known = settingsOf(platform);
  const names = Object.entries(settings).flatMap(([name, value]) => {
    const { only } = known[name] ?? {};
    // An empty list is what a network without the setting has.
    const isWanted = !(Array.isArray(value) && value.length === 0);
    return isWanted && only !== undefined && !only.some((one) => one === network) ? [name] : [];
  });
  return unusedSettings({ settings }, { where: networkName(network), names });
}
