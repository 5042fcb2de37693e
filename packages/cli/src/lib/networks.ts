import { isPlatformId, networkName, PLATFORM_IDS, type PlatformId, platformFacts, withNetwork } from '@social/types';
import { didYouMean } from './text/nearest.ts';

/** A platform by its own name or that of a network that serves it, as they are typed. */
export interface NamedPlatform {
  readonly platform: PlatformId;
  /** Set where another network may serve the platform as well: then that one is not meant. */
  readonly network?: string;
}

/** @returns undefined for a name of neither */
export function platformNamed(given: string): NamedPlatform | undefined {
  if (isPlatformId(given)) return { platform: given };
  const name = given.toLowerCase();
  const network = name === 'twitter' ? 'x' : name;
  const platform = PLATFORM_IDS.find((id) => platformFacts(id).networks.includes(network));
  if (platform === undefined) return undefined;
  return { platform, ...(namesOf(platform).length > 1 && { network }) };
}

/** The names that a mistyped one may mean. `x` would be near to every word that begins with it, and users never see the last id. */
const SUGGESTED = [...PLATFORM_IDS, ...PLATFORM_IDS.flatMap((id) => platformFacts(id).networks), 'twitter'].filter(
  (name) => name.length > 1 && name !== 'instagram-facebook',
);

/**
 * @param takesEveryNetwork false where only the platform can be named of those that several networks serve
 * @returns `: did you mean X?` for a mistyped platform or network, else nothing
 */
export function didYouMeanPlatform(given: string, takesEveryNetwork = true): string {
  return didYouMean(
    given,
    SUGGESTED.filter((name) => takesEveryNetwork || platformNamed(name)?.network === undefined),
  );
}

/** One network may be reached in several ways, and then has several ids. */
function namesOf(platform: PlatformId): string[] {
  return [...new Set(platformFacts(platform).networks.map(networkName))];
}

/** Every platform with its networks, for a hint. */
export function allPlatforms(): string {
  return PLATFORM_IDS.map((id) => withNetwork(id)).join(', ');
}
