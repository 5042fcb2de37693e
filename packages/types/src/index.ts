import { ERROR_CODES, NETWORK_NAMES, OPERATIONS, PLANS, PLATFORMS } from './generated/contract.ts';
import type { components, operations } from './generated/schema.ts';

export type { components, operations, paths } from './generated/schema.ts';
export { ERROR_CODES, OPERATIONS, PLANS, PLATFORMS };

/** Neutral identifier of a platform, as users write it. */
export type PlatformId = keyof typeof PLATFORMS;
/** Every platform of the contract, in its order. */
export const PLATFORM_IDS = Object.keys(PLATFORMS) as PlatformId[];

/** Identifier of a plan in the built-in catalogue. */
export type PlanId = keyof typeof PLANS;
/** Stable code of an error, the same in HTTP answers, platform results, the command and the SDK. */
export type ErrorCode = keyof typeof ERROR_CODES;
/** Name of an operation of the contract. */
export type OperationId = keyof typeof OPERATIONS & keyof operations;

/** A schema of the contract by its name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** How a network measures text. */
export type TextUnit = 'characters' | 'weighted' | 'bytes' | 'utf16';

/** What one of several networks of a platform takes less of, or counts otherwise. */
export interface NetworkText {
  readonly max?: number;
  /** The same for a text that stands beside files. */
  readonly maxBesideMedia?: number;
  /** Whether signs of formatting are escaped, and so count twice. */
  readonly escapesMarkdown?: boolean;
}

/** What one platform takes and what it costs, as data of the contract. Sizes in bytes, costs in credits. */
export interface PlatformFacts {
  readonly label: string;
  readonly networks: readonly string[];
  readonly paidPlan: boolean;
  /** Whether the parts of a thread become posts of their own, each a reply to the one before it. */
  readonly replies: boolean;
  readonly text: { readonly max: number; readonly unit: TextUnit; readonly required: boolean };
  /** By network, where one takes less than the platform. */
  readonly networkTexts?: Readonly<Record<string, NetworkText>>;
  readonly media: {
    /** What `mediaUrls` bring to this platform; `media` brings whatever it takes. */
    readonly mediaUrls: readonly ('image' | 'video')[];
    /** Most files of one post together, and of each kind. */
    readonly files: number;
    readonly images: number;
    readonly videos: number;
    /** Whether one post may hold pictures and videos; elsewhere a video goes alone. */
    readonly mixed: boolean;
    readonly imageTypes: readonly string[];
    readonly videoTypes: readonly string[];
    readonly maxImageBytes: number;
    readonly maxVideoBytes: number;
    /** Frames of an animation; 0 where the network names no limit. */
    readonly maxFrames: number;
    readonly required: boolean;
  };
  readonly costs: { readonly post: number } & Readonly<Record<string, number>>;
}

/** The facts of one platform. */
export function platformFacts(platform: PlatformId): PlatformFacts {
  return PLATFORMS[platform];
}

/** Whether a string names a platform of the contract. Safe for `__proto__` and friends. */
export function isPlatformId(value: string): value is PlatformId {
  return Object.hasOwn(PLATFORMS, value);
}

/** What people call a network: `LinkedIn` for `linkedin`; an id that is not of the contract is its own name. */
export function networkName(network: string): string {
  return Object.hasOwn(NETWORK_NAMES, network) ? NETWORK_NAMES[network as keyof typeof NETWORK_NAMES] : network;
}

/** What people call a platform. @param network the one that is connected; without it, whichever may serve the platform */
export function platformName(platform: PlatformId, network?: string | null): string {
  return network ? networkName(network) : PLATFORMS[platform].label;
}

/** `profnet (LinkedIn)`: the id for people who type it, and what they call it. */
export function withNetwork(platform: string, network?: string | null): string {
  if (network) return `${platform} (${networkName(network)})`;
  return isPlatformId(platform) ? `${platform} (${platformName(platform)})` : platform;
}
