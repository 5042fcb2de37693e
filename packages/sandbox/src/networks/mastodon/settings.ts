import { type Fields, readChoice, readCount, readFlag, readMembers } from '../../http/input.ts';

/** Server software that the simulated instance can run. */
const serverKinds = ['mastodon', 'gotosocial', 'pixelfed', 'akkoma'] as const;

export type ServerKind = (typeof serverKinds)[number];

/**
 * Answers to a repeated `Idempotency-Key`: the first status (`mastodon`, and `racing`, which publishes twice when two calls
 * run at once), 500 (`bug-500`), 400 (`pixelfed`), the first answer whatever it was (`pleroma`), or a second status (`none`).
 */
const idempotencyModes = ['mastodon', 'racing', 'bug-500', 'pixelfed', 'pleroma', 'none'] as const;

export type IdempotencyMode = (typeof idempotencyModes)[number];

/** Settings of the simulated Mastodon instance. `null` means the value that the software has by default. */
export interface MastodonSettings {
  kind: ServerKind;
  idempotency: IdempotencyMode | null;
  /** Longest status, in characters as the software counts them. */
  maxCharacters: number | null;
  /** Number of files of a status. */
  maxMediaAttachments: number | null;
  /** Largest picture, in bytes. */
  imageSizeLimit: number | null;
  /** Milliseconds for which every uploaded file is processed. */
  processingMs: number | null;
  /** Answers `/api/v2/instance`, which older servers do not have. */
  hasInstanceV2: boolean | null;
  /** Lets only signed-in users read. */
  secureMode: boolean;
  /** Makes every account confirm its followers. */
  lockedAccounts: boolean;
  /** Takes a text of which nothing else is said for Markdown, where the software has that. */
  markdownByDefault: boolean;
}

function defaults(): MastodonSettings {
  return {
    kind: 'mastodon',
    idempotency: null,
    maxCharacters: null,
    maxMediaAttachments: null,
    imageSizeLimit: null,
    processingMs: null,
    hasInstanceV2: null,
    secureMode: false,
    lockedAccounts: false,
    markdownByDefault: false,
  };
}

const readNumber = (fields: Fields, name: string) =>
  fields[name] === null ? null : (readCount(fields, name, { min: 0, max: 1_000_000_000 }) ?? null);

/** Reads the changes; `null` restores what its software has by default. */
function read(value: unknown): Partial<MastodonSettings> {
  return readMembers<MastodonSettings>(value, 'mastodon', {
    kind: (fields, name) => readChoice(fields, name, serverKinds),
    idempotency: (fields, name) => (fields[name] === null ? null : readChoice(fields, name, idempotencyModes)),
    hasInstanceV2: (fields, name) => (fields[name] === null ? null : readFlag(fields, name)),
    ...{ maxCharacters: readNumber, maxMediaAttachments: readNumber, imageSizeLimit: readNumber },
    ...{ processingMs: readNumber, secureMode: readFlag, lockedAccounts: readFlag, markdownByDefault: readFlag },
  });
}

export const settings = { defaults, read };
