import type { IdempotencyMode, ServerKind } from '../../world/mastodon-settings.ts';
import type { World } from '../../world/world.ts';

/** The ways in which one server software differs from the others. */
export interface KindOfServer {
  /** Version as the instance documents give it. */
  readonly version: string;
  /** Version of Mastodon's API, where the software gives one. */
  readonly apiVersion?: number;
  readonly maxCharacters: number;
  readonly maxMediaAttachments: number;
  /** Longest content warning, where it has a limit of its own. */
  readonly maxSpoilerCharacters?: number;
  /** Longest description of a file, in characters. */
  readonly maxDescription: number;
  readonly hasInstanceV2: boolean;
  /** Describes limits in `configuration`, or in the older members of Pleroma. */
  readonly announces: 'configuration' | 'pleroma';
  /** Has the document of the authorization server. */
  readonly hasAuthorizationServer: boolean;
  readonly idempotency: IdempotencyMode;
  /** Counts grapheme clusters and shortens links and mentions, or counts every code point. */
  readonly counts: 'graphemes' | 'code-points';
  /** Status of a refused status or file. */
  readonly invalidStatus: 400 | 422;
  /** Processes videos after the answer to their upload. */
  readonly processesLater: boolean;
  /** Visibilities besides `public`, `unlisted` and `private`. */
  readonly visibilities: readonly string[];
  readonly ids: 'snowflake' | 'ulid' | 'flake';
  readonly hasRefreshTokens: boolean;
  /** Refuses a status without a file. */
  readonly needsMedia: boolean;
}

const mastodon: KindOfServer = {
  version: '4.6.3',
  apiVersion: 10,
  maxCharacters: 500,
  maxMediaAttachments: 4,
  maxDescription: 1500,
  hasInstanceV2: true,
  announces: 'configuration',
  hasAuthorizationServer: true,
  idempotency: 'mastodon',
  counts: 'graphemes',
  invalidStatus: 422,
  processesLater: true,
  visibilities: ['direct'],
  ids: 'snowflake',
  hasRefreshTokens: false,
  needsMedia: false,
};

const { apiVersion: _, ...withoutApiVersion } = mastodon;

const kinds: Readonly<Record<ServerKind, KindOfServer>> = {
  mastodon,
  gotosocial: {
    ...withoutApiVersion,
    version: '0.19.1',
    maxCharacters: 5000,
    maxMediaAttachments: 6,
    hasAuthorizationServer: false,
    idempotency: 'none',
    counts: 'code-points',
    invalidStatus: 400,
    processesLater: false,
    visibilities: ['direct', 'mutuals_only'],
    ids: 'ulid',
  },
  pixelfed: {
    ...withoutApiVersion,
    version: '3.5.3 (compatible; Pixelfed 0.12.6)',
    maxSpoilerCharacters: 140,
    hasInstanceV2: false,
    hasAuthorizationServer: false,
    idempotency: 'pixelfed',
    visibilities: [],
    needsMedia: true,
  },
  akkoma: {
    ...withoutApiVersion,
    version: '2.7.2 (compatible; Akkoma 3.13.2)',
    maxCharacters: 5000,
    maxMediaAttachments: Number.POSITIVE_INFINITY,
    maxDescription: 5000,
    hasInstanceV2: false,
    announces: 'pleroma',
    hasAuthorizationServer: false,
    idempotency: 'pleroma',
    processesLater: false,
    visibilities: ['direct', 'local'],
    ids: 'flake',
    hasRefreshTokens: true,
  },
};

/** Limits of files that no setting changes: bytes, pixels and frames a second. */
export const mediaLimits = {
  imageBytes: 16_777_216,
  imagePixels: 33_177_600,
  gifPixels: 1280 * 720,
  videoBytes: 103_809_024,
  videoFrameRate: 120,
  videoPixels: 8_294_400,
} as const;

/** Characters that a link counts. */
export const charactersPerLink = 23;

/** Returns true for software that counts quotes, as Mastodon does since 4.5. @see https://docs.joinmastodon.org/entities/Status/#quotes_count */
export function hasQuotes(world: World): boolean {
  return (kindOf(world).apiVersion ?? 0) >= 7;
}

/** Returns the software of the instance, with the settings that override it. */
export function kindOf({ settings }: World): KindOfServer & { readonly imageBytes: number } {
  const { kind, idempotency, maxCharacters, maxMediaAttachments, imageSizeLimit, hasInstanceV2 } = settings.mastodon;
  const own = kinds[kind];
  return {
    ...own,
    idempotency: idempotency ?? own.idempotency,
    maxCharacters: maxCharacters ?? own.maxCharacters,
    maxMediaAttachments: maxMediaAttachments ?? own.maxMediaAttachments,
    hasInstanceV2: hasInstanceV2 ?? own.hasInstanceV2,
    imageBytes: imageSizeLimit ?? mediaLimits.imageBytes,
  };
}
