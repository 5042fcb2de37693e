import type { Schema } from '@social/types';
import type { CallContext, ServerLimits } from '../driver.ts';
import { asRecord, asString, type JsonObject } from '../http/lossless-json.ts';
import { trustedUrl } from '../http/trusted-url.ts';
import { askMastodon, type MastodonApi } from './api.ts';
import { visibilitiesOf } from './settings.ts';

const DEFAULTS = { characters: 500 } as const;
/** Whatever a server says, this product sends no longer texts. */
const MAX_CHARACTERS = 100_000;
/** No address is longer. */
const MAX_PER_LINK = 4_096;
const MAX_FILES = 20;
const MAX_TYPES = 100;
/** A server that says less cannot mean it. */
const LEAST_BYTES = 10_000;
const LEAST_PIXELS = 10_000;
const MAX_DESCRIPTION = 10_000;
/** What the contract has at most. */
const [MAX_POLL_OPTIONS, MAX_OPTION_LENGTH, MAX_POLL_SECONDS] = [20, 300, 100_000 * 60];

/** A server's description of itself. Absent limits are those of Mastodon. */
export interface Instance {
  readonly characters: number;
  /** Length of every address; null where addresses are counted as they are. */
  readonly charactersPerLink: number | null;
  readonly media: Schema<'ServerMedia'>;
  readonly version: string;
  readonly poll: ServerLimits['poll'];
  /** Authors say who may quote a status, as in Mastodon since 4.5. */
  readonly hasQuotePolicies: boolean;
}

/**
 * Reads what the server says about itself; null when it does not speak this API.
 * @throws PlatformError when the server cannot be asked
 * @see https://docs.joinmastodon.org/methods/instance/
 */
export async function readInstance(api: MastodonApi, call: CallContext): Promise<Instance | null> {
  const answers = [301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 406, 410, 422];
  const second = await askMastodon(api, { path: '/api/v2/instance', answers }, call);
  const told =
    describes(second.body) ?? describes((await askMastodon(api, { path: '/api/v1/instance', answers }, call)).body);
  return told && parseInstance(told);
}

/** An answer that names a version is the document of an instance, whatever its status. */
function describes(body: JsonObject | null): JsonObject | null {
  return asString(body?.['version']) === null ? null : body;
}

function parseInstance(told: JsonObject): Instance {
  const configuration = asRecord(told['configuration']);
  const statuses = asRecord(configuration?.['statuses']);
  const characters = bounded(
    statuses?.['max_characters'] ?? told['max_toot_chars'],
    DEFAULTS.characters,
    MAX_CHARACTERS,
  );
  const perLink = bounded(statuses?.['characters_reserved_per_url'], 0, Math.min(characters, MAX_PER_LINK));
  const version = asString(told['version']) ?? '';
  const apiVersion = asRecord(told['api_versions'])?.['mastodon'];
  return {
    characters,
    charactersPerLink: perLink === 0 ? null : perLink,
    media: parseMedia(told),
    version,
    poll: parsePoll(told),
    hasQuotePolicies: (typeof apiVersion === 'number' && apiVersion >= 7) || isSince(version, 4_005),
  };
}

/** Limits of polls, in the present words or the older ones of Pleroma. */
function parsePoll(told: JsonObject): ServerLimits['poll'] {
  const present = asRecord(asRecord(told['configuration'])?.['polls']);
  const polls = present ?? asRecord(told['poll_limits']);
  if (!polls) return undefined;
  const options = bounded(polls['max_options'], 4, MAX_POLL_OPTIONS, 2);
  const optionLength = bounded(polls['max_characters_per_option'] ?? polls['max_option_chars'], 50, MAX_OPTION_LENGTH);
  const min = Math.max(1, Math.ceil(bounded(polls['min_expiration'], 300, MAX_POLL_SECONDS, 0) / 60));
  const max = Math.floor(bounded(polls['max_expiration'], 2_629_746, MAX_POLL_SECONDS) / 60);
  return { options, optionLength, ...(min <= max && { minutes: { min, max } }) };
}

/** Figures that the server does not tell, or that cannot be meant, are left out. */
function parseMedia(told: JsonObject): Schema<'ServerMedia'> {
  const configuration = asRecord(told['configuration']);
  const media = asRecord(configuration?.['media_attachments']);
  const types = typesOf(media?.['supported_mime_types']);
  const figures = {
    files: bounded(asRecord(configuration?.['statuses'])?.['max_media_attachments'], 0, MAX_FILES),
    imageBytes: bounded(media?.['image_size_limit'] ?? told['upload_limit'], 0, Number.MAX_SAFE_INTEGER, LEAST_BYTES),
    videoBytes: bounded(media?.['video_size_limit'] ?? told['upload_limit'], 0, Number.MAX_SAFE_INTEGER, LEAST_BYTES),
    imagePixels: bounded(media?.['image_matrix_limit'], 0, Number.MAX_SAFE_INTEGER, LEAST_PIXELS),
    description: bounded(media?.['description_limit'] ?? told['description_limit'], 0, MAX_DESCRIPTION),
  };
  const known = Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure > 0));
  return types.length === 0 ? known : { ...known, types };
}

/** Types as media types are written; those that say nothing definite are left out. */
function typesOf(told: unknown): string[] {
  const given = Array.isArray(told) ? told.slice(0, MAX_TYPES) : [];
  return given.flatMap((type: unknown) => {
    const [name = ''] = typeof type === 'string' ? type.toLowerCase().split(';') : [];
    const trimmed = name.trim().replace(/^image\/jpg$/, 'image/jpeg');
    return /^(?:image|video)\/[a-z0-9.+-]{1,60}$/.test(trimmed) ? [trimmed] : [];
  });
}

/** A whole number from `least` up to `most`; the usual one for anything else. */
function bounded(value: unknown, usual: number, most: number, least = 1): number {
  return typeof value === 'number' && value >= least ? Math.min(Math.floor(value), most) : usual;
}

/**
 * Reads the limits of texts, files and settings. GoToSocial counts code points, and addresses and mentions in full, although it announces a
 * length of addresses.
 */
export async function readServerLimits(api: MastodonApi, call: CallContext): Promise<ServerLimits> {
  const [instance, software] = await Promise.all([readInstance(api, call), readSoftware(api, call)]);
  const max = instance?.characters ?? DEFAULTS.characters;
  const media = instance && Object.keys(instance.media).length > 0 && { media: instance.media };
  const quotes = instance && { hasQuotePolicies: instance.hasQuotePolicies };
  const locks = software === 'mastodon' && locksKeys(instance?.version ?? '') && { locksKeys: true as const };
  const poll = instance?.poll && { poll: instance.poll };
  const others = { ...media, ...poll, ...quotes, ...locks, visibilities: visibilitiesOf(software) };
  if (software === 'gotosocial') return { text: { max, unit: 'characters' }, ...others };
  const linkLength = instance?.charactersPerLink ?? undefined;
  return { text: { max, unit: 'graphemes', ...(linkLength !== undefined && { linkLength }) }, ...others };
}

/**
 * Returns true for versions of Mastodon that hold a lock on an `Idempotency-Key`: 4.6 and later. Earlier ones note the key after the
 * save, so that a repeat while the first call runs publishes twice. What came before a release of 4.6 may lack the lock.
 * @see https://github.com/mastodon/mastodon/pull/37879
 */
export function locksKeys(version: string): boolean {
  return isSince(version, 4_006);
}

/** Returns true for the versions of Mastodon from a release on. @param release such as 4_006 for 4.6.0 */
function isSince(version: string, release: number): boolean {
  const [, major, minor, rest = ''] = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}([-+][\w.+-]*)?$/.exec(version) ?? [];
  const number = Number(major) * 1_000 + Number(minor);
  return number > release || (number === release && !rest.startsWith('-'));
}

/** Name of the server's software, in lower case; null when it does not say. @see https://nodeinfo.diaspora.software/protocol */
async function readSoftware(api: MastodonApi, call: CallContext): Promise<string | null> {
  const answers = [301, 302, 303, 307, 308, 401, 403, 404, 406];
  const index = await askMastodon(api, { path: '/.well-known/nodeinfo', answers }, call);
  const links = Array.isArray(index.body?.['links']) ? index.body['links'] : [];
  const address = trustedUrl(asRecord(links.at(-1))?.['href'], [api.apiUrl]);
  if (!address) return null;
  const path = address.href.slice(new URL(api.apiUrl).origin.length);
  const origin = { ...api, apiUrl: new URL(api.apiUrl).origin };
  const { body } = await askMastodon(origin, { path, answers }, call);
  return asString(asRecord(body?.['software'])?.['name'])?.toLowerCase() ?? null;
}
