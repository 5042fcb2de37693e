import { type FileLimits, type MediaLimits, megabyte } from '../media-limits.ts';
import { mastodonRefusals } from './errors.ts';
import { gotosocialFiles, gotosocialRefusals } from './gotosocial.ts';
import { mediaLimits } from './media-limits.ts';
import type { IdempotencyMode, MastodonSettings, ServerKind } from './settings.ts';

/** The ways in which one server software differs from the others. */
export interface Software {
  /** Version as the instance documents give it. */
  readonly version: string;
  /** Version of Mastodon's API, where the software gives one. */
  readonly apiVersion?: number;
  readonly maxCharacters: number;
  readonly maxMediaAttachments: number;
  /** Files that it takes; the descriptions' length stands here, too. */
  readonly files: ServerFiles;
  /** Largest picture as the instance documents give it, where the software takes larger ones. */
  readonly announcedImageBytes?: number;
  /** Makes a silent video of every GIF. */
  readonly hasSilentVideos: boolean;
  /** Characters that a link counts, as the instance documents give it. */
  readonly charactersPerLink: number;
  /** Refuses languages that it does not know. */
  readonly refusesLanguages: boolean;
  /** Takes texts as Markdown, too. */
  readonly hasMarkdown: boolean;
  /** Shows authors the text of a status as it was written. */
  readonly showsSource: boolean;
  /** Refusals in the words of the software. */
  readonly refusals: typeof mastodonRefusals;
  /** Gives a user who signs in to an app again the same token, or another one, and then wants to know where to return. */
  readonly signIn: 'same-token' | 'new-token';
  /** Has no answer for programs that do not say who they are. */
  readonly needsUserAgent: boolean;
  /** Versions of the document about the server that it has. */
  readonly nodeinfoVersions: readonly string[];
  /** Counts the calls of an address alone, not those of a token or user. */
  readonly limitsAddresses: boolean;
  /** Longest content warning, where it has a limit of its own. */
  readonly maxSpoilerCharacters?: number;
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
  readonly polls: PollLimits;
  /** Refuses a status without a file. */
  readonly needsMedia: boolean;
}

/** Limits of polls, as the instance documents give them. */
export interface PollLimits {
  readonly maxOptions: number;
  readonly maxOptionCharacters: number;
  readonly minSeconds: number;
  readonly maxSeconds: number;
}

/** Files of a server, each kind with the members that every kind has. */
export type ServerFiles = Omit<MediaLimits, 'pictures' | 'videos'> & {
  readonly pictures: FileLimits & { readonly maxBytes: number };
  readonly videos: FileLimits & { readonly maxBytes: number };
  readonly maxAltText: number;
};

/** Characters that a link counts. */
export const charactersPerLink = 23;

const polls: PollLimits = { maxOptions: 4, maxOptionCharacters: 50, minSeconds: 300, maxSeconds: 2_629_746 };

const mastodon: Software = {
  version: '4.6.3',
  apiVersion: 10,
  maxCharacters: 500,
  maxMediaAttachments: 4,
  files: mediaLimits,
  hasSilentVideos: true,
  charactersPerLink,
  refusesLanguages: false,
  hasMarkdown: false,
  showsSource: false,
  refusals: mastodonRefusals,
  signIn: 'same-token',
  needsUserAgent: false,
  nodeinfoVersions: ['2.0'],
  limitsAddresses: false,
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
  polls,
  needsMedia: false,
};

const { apiVersion: _, ...withoutApiVersion } = mastodon;

/** @see https://github.com/pixelfed/pixelfed/blob/dev/config/pixelfed.php (read 2026-11-28) */
const pixelfedFiles: ServerFiles = {
  ...mediaLimits,
  pictures: { types: ['image/jpeg', 'image/png', 'image/gif'], maxBytes: 15 * megabyte },
  videos: { ...mediaLimits.videos, types: [] },
  sounds: { types: [] },
  maxAltText: 1000,
};

const softwareByKind: Readonly<Record<ServerKind, Software>> = {
  mastodon,
  gotosocial: {
    ...withoutApiVersion,
    version: '0.19.1',
    maxCharacters: 5000,
    maxMediaAttachments: gotosocialFiles.maxFiles,
    files: gotosocialFiles,
    announcedImageBytes: 5 * megabyte,
    hasSilentVideos: false,
    charactersPerLink: 25,
    refusesLanguages: true,
    hasMarkdown: true,
    showsSource: true,
    refusals: gotosocialRefusals,
    signIn: 'new-token',
    needsUserAgent: true,
    nodeinfoVersions: ['2.0', '2.1'],
    limitsAddresses: true,
    hasAuthorizationServer: false,
    idempotency: 'none',
    counts: 'code-points',
    invalidStatus: 400,
    processesLater: false,
    visibilities: ['direct', 'mutuals_only'],
    ids: 'ulid',
    polls: { ...polls, maxOptions: 6 },
  },
  pixelfed: {
    ...withoutApiVersion,
    version: '3.5.3 (compatible; Pixelfed 0.12.6)',
    maxSpoilerCharacters: 140,
    files: pixelfedFiles,
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
    files: { ...mediaLimits, maxAltText: 5000 },
    hasInstanceV2: false,
    announces: 'pleroma',
    hasAuthorizationServer: false,
    idempotency: 'pleroma',
    processesLater: false,
    hasMarkdown: true,
    visibilities: ['direct', 'local'],
    ids: 'flake',
    hasRefreshTokens: true,
    polls: { maxOptions: 20, maxOptionCharacters: 200, minSeconds: 0, maxSeconds: 31_536_000 },
  },
};

/** Version of Mastodon that answers a repeated key in each way: since 4.6 it holds a lock on the key. */
const versionsByIdempotency: Readonly<Record<IdempotencyMode, string>> = {
  ...{ mastodon: '4.6.3', 'bug-500': '4.6.1' },
  ...{ racing: '4.5.9', pixelfed: '4.5.9', pleroma: '4.5.9', none: '4.5.9' },
};

interface Configured {
  readonly settings: MastodonSettings;
}

/** Returns true for software that counts quotes, as Mastodon does since 4.5. @see https://docs.joinmastodon.org/entities/Status/#quotes_count */
export function hasQuotes(configured: Configured): boolean {
  return (softwareOf(configured).apiVersion ?? 0) >= 7;
}

/** Returns the software of the instance, with the settings that override it. */
export function softwareOf({ settings }: Configured): Software {
  const { kind, idempotency, maxCharacters, maxMediaAttachments, imageSizeLimit, hasInstanceV2 } = settings;
  const own = softwareByKind[kind];
  return {
    ...own,
    ...(kind === 'mastodon' && { version: versionsByIdempotency[idempotency ?? own.idempotency] }),
    idempotency: idempotency ?? own.idempotency,
    maxCharacters: maxCharacters ?? own.maxCharacters,
    maxMediaAttachments: maxMediaAttachments ?? own.maxMediaAttachments,
    hasInstanceV2: hasInstanceV2 ?? own.hasInstanceV2,
    ...(imageSizeLimit !== null && withImageLimit(own, imageSizeLimit)),
  };
}

function withImageLimit({ files }: Software, maxBytes: number): Pick<Software, 'files' | 'announcedImageBytes'> {
  const { pictures, animations } = files;
  return {
    files: {
      ...files,
      pictures: { ...pictures, maxBytes },
      ...(animations && { animations: { ...animations, maxBytes } }),
    },
    announcedImageBytes: maxBytes,
  };
}
