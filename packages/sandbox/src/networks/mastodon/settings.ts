import { readChoice, readCount, readFlag, readObject } from '../../http/input.ts';

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
}

const max = 1_000_000_000;
const counts = ['maxCharacters', 'maxMediaAttachments', 'imageSizeLimit', 'processingMs'] as const;
const flags = ['secureMode', 'lockedAccounts'] as const;
const known: readonly string[] = ['kind', 'idempotency', 'hasInstanceV2', ...counts, ...flags];

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
  };
}

/** Reads the changes of the Mastodon instance; `null` restores what its software has by default. */
function read(given: unknown): Partial<MastodonSettings> {
  const value = readObject(given, 'mastodon', known);
  const changed: Partial<MastodonSettings> = {};
  if (value['kind'] !== undefined) changed.kind = readChoice(value, 'kind', serverKinds);
  if (value['idempotency'] === null) changed.idempotency = null;
  else if (value['idempotency'] !== undefined) {
    changed.idempotency = readChoice(value, 'idempotency', idempotencyModes);
  }
  for (const name of counts) {
    if (value[name] === null) changed[name] = null;
    else {
      const count = readCount(value, name, { min: 0, max });
      if (count !== undefined) changed[name] = count;
    }
  }
  for (const name of flags) if (value[name] !== undefined) changed[name] = readFlag(value, name);
  if (value['hasInstanceV2'] === null) changed.hasInstanceV2 = null;
  else if (value['hasInstanceV2'] !== undefined) changed.hasInstanceV2 = readFlag(value, 'hasInstanceV2');
  return changed;
}

export const settings = { defaults, read };
