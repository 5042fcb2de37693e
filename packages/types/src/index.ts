import {
  COUNTER_KINDS,
  ERROR_CODES,
  LOG_ACTIONS,
  LOG_STATUSES,
  META_OWNERS,
  NETWORKS,
  OPERATIONS,
  PLANS,
  PLATFORMS,
  POST_OUTCOMES,
  POST_STATUSES,
  ROLES,
  SCOPES,
  WEBHOOK_KINDS,
} from './generated/contract.ts';
import type { components, operations } from './generated/schema.ts';

export { CAPABILITIES } from './generated/capabilities.ts';
export type { components, operations, paths } from './generated/schema.ts';
export { type SettingFacts, settingsOf } from './settings.ts';
export {
  COUNTER_KINDS,
  ERROR_CODES,
  LOG_ACTIONS,
  LOG_STATUSES,
  OPERATIONS,
  PLANS,
  PLATFORMS,
  POST_OUTCOMES,
  POST_STATUSES,
  ROLES,
  SCOPES,
  WEBHOOK_KINDS,
};

/** Neutral identifier of a platform, as users write it. */
export type PlatformId = keyof typeof PLATFORMS;
/** Every platform of the contract, in its order. */
export const PLATFORM_IDS = Object.keys(PLATFORMS) as PlatformId[];

/** A platform, for the default account there, or one of its accounts: `profnet:acme`. */
export type Target = components['schemas']['Target'];

/** Identifier of a network. */
export type NetworkId = keyof typeof NETWORKS;
/** Every network of the contract, in its order. */
export const NETWORK_IDS = Object.keys(NETWORKS) as NetworkId[];

/** Identifier of a plan in the built-in catalogue. */
export type PlanId = keyof typeof PLANS;
/** Stable code of an error, the same in HTTP answers, platform results, the command and the SDK. */
export type ErrorCode = keyof typeof ERROR_CODES;
/** Name of an operation of the contract. */
export type OperationId = keyof typeof OPERATIONS & keyof operations;

/** A scope of an API key. */
export type Scope = (typeof SCOPES)[number];

/** A schema of the contract by its name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Unit in which a network measures text. */
export type TextUnit = Schema<'TextUnit'>;

/** Lower limits, or another way of counting, of one of several networks of a platform. */
export interface NetworkText {
  readonly max?: number;
  /** Limit of a text next to files. */
  readonly maxBesideMedia?: number;
  /** Formatting characters are escaped, and so count twice. */
  readonly escapesMarkdown?: boolean;
}

/** Largest sides of a picture, in pixels, whichever way round it is. A side that is left out has no limit. */
export interface ImageSides {
  /** The longer side. */
  readonly maxLong?: number;
  /** The shorter side. */
  readonly maxShort?: number;
  /** Width and height together. */
  readonly maxSum?: number;
  /** Width times height. */
  readonly maxPixels?: number;
}

/** Narrowest and widest shape, as width divided by height. */
export interface Shape {
  readonly narrowest: number;
  readonly widest: number;
}

/** Sides in pixels, as people see the file. What is left out has no limit. */
export interface Sides {
  /** Of the shorter side. */
  readonly min?: number;
  readonly maxWidth?: number;
  readonly maxHeight?: number;
  /** Width times height. */
  readonly maxPixels?: number;
}

/** Documents that a network takes. */
export interface DocumentFacts {
  /** Most of one post. */
  readonly files: number;
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** Left out where the network names no limit. */
  readonly maxPages?: number;
  /** They may go with pictures and videos; elsewhere without other files. */
  readonly mixed?: boolean;
}

/** Files that a network takes. Sizes in bytes. */
export interface MediaFacts {
  /** Most files of one post in all; `images` and `videos` are the limits of each kind. */
  readonly files: number;
  readonly images: number;
  readonly videos: number;
  /** One post may hold pictures and videos; elsewhere a video goes alone. */
  readonly mixed: boolean;
  /** A post needs a file. */
  readonly required: boolean;
  readonly imageTypes: readonly string[];
  /** Types of pictures that are shown moving. */
  readonly animatedTypes: readonly string[];
  /** Types of pictures that go without other files. */
  readonly aloneTypes?: readonly string[];
  readonly videoTypes: readonly string[];
  readonly maxImageBytes: number;
  /** Left out where it is `maxImageBytes`. */
  readonly maxAnimationBytes?: number;
  /** Left out where the network names no limit. */
  readonly minVideoBytes?: number;
  readonly maxVideoBytes: number;
  /** Frames of an animation; 0 where the network names no limit. */
  readonly maxFrames: number;
  /** Left out where the network names no limit, as the following ones. */
  readonly imageSides?: ImageSides;
  readonly animationSides?: Sides;
  readonly imageShape?: Shape;
  readonly videoSides?: Sides;
  readonly videoShape?: Shape;
  readonly videoSeconds?: { readonly min?: number; readonly max?: number };
  /** Left out where the network takes none. */
  readonly documents?: DocumentFacts;
  /** Characters of a description; 0 where the network has none. */
  readonly maxAlt: number;
  /** Left out where the network is sent all files. */
  readonly fetches?: NetworkFetches;
}

/** Polls of a network. Lengths in characters. */
export interface PollFacts {
  /** Most answers; a poll has two at least. */
  readonly options: number;
  readonly optionLength: number;
  /** Left out where the text is the question. */
  readonly questionLength?: number;
  /** UTF-16 units of the text beside a question of its own, where that is less than of other texts. */
  readonly textLength?: number;
  /** People may choose several answers. */
  readonly multiple?: true;
  /** A post may have files beside its poll. */
  readonly withMedia?: true;
  readonly minutes:
    | { readonly only: readonly number[] }
    | { readonly min: number; readonly max: number; readonly step?: number };
}

/** How an account of a network is connected. */
export interface NetworkConnect {
  /** The operator registers an app at the network. */
  readonly app?: true;
  /** What a user names before signing in; only where anybody runs a server. */
  readonly asks?: Schema<'SignIn'>['asks'];
  /** Credential that a user can paste. */
  readonly secret?: Schema<'SignIn'>['secret'] | 'botToken' | 'webhookUrl';
}

/** What readers of a network can click in a text: `facets` as @social/rules finds them, or the form of each kind. */
export type NetworkMarks =
  | 'facets'
  | {
      /** `written`: only addresses with `http(s)://`; `bare`: also domains without it. */
      readonly links?: 'written' | 'bare';
      readonly mentions?: 'short' | 'long' | 'dotted' | 'withHost';
      /** `apart`: only between spaces, and of letters and digits alone. */
      readonly tags?: 'words' | 'apart';
    };

/** How a network and its posts look. */
export interface NetworkLook {
  /** Behind its white glyph, such as `#0a66c2`. */
  readonly color: string;
  /** SVG path of lines in a box of 16 by 16. */
  readonly glyph: string;
  readonly marks: NetworkMarks;
  /** Where its feed folds a text: behind so many characters, or so many written lines. Only networks that say so have it. */
  readonly fold?: { readonly characters: number } | { readonly lines: number };
}

/** One network, as data of the contract. */
export interface NetworkFacts extends NetworkLook {
  readonly label: string;
  /** What people type beside the id. */
  readonly names?: readonly string[];
  /** The platform that it serves. */
  readonly platform: PlatformId;
  /** The network whose API it uses, where it has none of its own. */
  readonly through?: NetworkId;
  readonly connect: NetworkConnect;
  readonly text?: NetworkText;
  /** Left out where the network has none. */
  readonly poll?: PollFacts;
  /**
   * Comments below a post that are no posts; left out where the network has none, or posts that answer. `max` in characters;
   * without it they are counted as posts.
   * `pageScope` replaces `scope` for the pages of organizations.
   */
  readonly comment?: { readonly max?: number; readonly scope?: string; readonly pageScope?: string };
  /** Programs cannot delete posts, although they can at another network of the platform. */
  readonly keepsPosts?: true;
  readonly media: Omit<MediaFacts, 'fetches'>;
  /** What is different in posts with this `type` in their settings. */
  readonly mediaOfType?: Readonly<Record<string, Partial<MediaFacts>>>;
  /** Types of posts that show no text. */
  readonly typesWithoutText?: readonly string[];
  readonly fetches?: NetworkFetches;
}

/** Files that a network fetches itself, so that they need a public address. */
export interface NetworkFetches {
  readonly kinds: readonly ('image' | 'video' | 'document')[];
  /** It takes no plain http. */
  readonly https: boolean;
}

/** Limits and prices of one platform, as data of the contract. Sizes in bytes, costs in credits. */
export interface PlatformFacts extends Partial<NetworkLook> {
  readonly label: string;
  /** The first one is the default. */
  readonly networks: readonly [NetworkId, ...NetworkId[]];
  readonly paidPlan: boolean;
  /** The parts of a thread are separate posts, each a reply to the previous one. */
  readonly replies: boolean;
  readonly text: {
    readonly max: number;
    readonly unit: TextUnit;
    readonly required: boolean;
    /** Limit of the bytes in UTF-8, where the network has one beside `max`. */
    readonly maxBytes?: number;
    /** Length of every address, where the network does not count its own. */
    readonly linkLength?: number;
    /** Each server has limits of its own, of which these are the usual ones. */
    readonly perServer?: boolean;
    /** Limit of accounts whose subscription allows long posts. */
    readonly subscriberMax?: number;
    /** Setting whose text counts as part of the text, in every part of a thread. */
    readonly countedSetting?: string;
  };
  /** The name that a user gives before signing in, and the credential in its place; only where anybody runs a server. */
  readonly signIn?: Schema<'SignIn'>;
  /** Kinds that `mediaUrls` bring to this platform; `media` brings every kind that it takes. */
  readonly mediaUrls: readonly ('image' | 'video')[];
  readonly costs: { readonly post: number } & Readonly<Record<string, number>>;
}

/** The platform that a setting in `meta` is for, by the name of the setting. */
export const metaOwners: Readonly<Record<string, PlatformId>> = META_OWNERS;

/** The facts of one platform. */
export function platformFacts(platform: PlatformId): PlatformFacts {
  return PLATFORMS[platform];
}

/** The facts of a network; null for an id outside the contract. */
export function networkFacts(network: NetworkId): NetworkFacts;
export function networkFacts(network: string): NetworkFacts | null;
export function networkFacts(network: string): NetworkFacts | null {
  return Object.hasOwn(NETWORKS, network) ? NETWORKS[network as keyof typeof NETWORKS] : null;
}

/** How a platform looks. @param network the connected one; without it, what is certain of the platform, and else as its default one */
export function networkLook(platform: PlatformId, network?: string | null): NetworkLook {
  const facts = platformFacts(platform);
  const connected = facts.networks.find((id) => id === network);
  return connected ? NETWORKS[connected] : { ...NETWORKS[facts.networks[0]], ...facts };
}

/** Returns true for the id of a platform of the contract; false for `__proto__` and similar names. */
export function isPlatformId(value: string): value is PlatformId {
  return Object.hasOwn(PLATFORMS, value);
}

const TARGET = /^([a-z]+)(?::([a-z0-9-]{1,32}))?$/;

/** Returns true for a platform of the contract, or one with the short name of an account, which need not exist. */
export function isTarget(text: string): text is Target {
  return isPlatformId(TARGET.exec(text)?.[1] ?? '');
}

/** Platform of a target: `profnet` of `profnet:acme`. */
export function platformOf(target: Target): PlatformId {
  const [platform] = target.split(':', 1);
  return platform as PlatformId;
}

/** Short name of a target's account: `acme` of `profnet:acme`; null for the default account. */
export function accountOf(target: Target): string | null {
  return TARGET.exec(target)?.[2] ?? null;
}

/** Name of a network for people: `LinkedIn` for `linkedin`; an id outside the contract is its own name. */
export function networkName(network: string): string {
  return networkFacts(network)?.label ?? network;
}

/** Name of a platform for people. @param network the connected one; without it, the names of all networks of the platform */
export function platformName(platform: PlatformId, network?: string | null): string {
  return network ? networkName(network) : PLATFORMS[platform].label;
}

/** Id and name of a platform, such as `profnet (LinkedIn)`. */
export function withNetwork(platform: string, network?: string | null): string {
  if (network) return `${platform} (${networkName(network)})`;
  return isPlatformId(platform) ? `${platform} (${platformName(platform)})` : platform;
}
