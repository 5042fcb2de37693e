import { isRecord } from '../http/request-body.ts';
import { type BlueskySettings, videoFailures } from '../world/bluesky-settings.ts';
import { idempotencyModes, type MastodonSettings, serverKinds } from '../world/mastodon-settings.ts';
import type { Settings } from '../world/settings.ts';
import { type Fields, InputError, readChoice, readCount, readFlag, readText } from './input.ts';

const maxSeconds = 1_000_000_000;

/** Names of the settings. */
export const settingKeys = [
  'autoApprove',
  'authorizeAs',
  'tokenLifetimeSeconds',
  'subscribers',
  'rateLimits',
  'strictText',
  'mastodon',
  'bluesky',
] as const satisfies readonly (keyof Settings)[];

const counts = ['maxCharacters', 'maxMediaAttachments', 'imageSizeLimit', 'processingMs'] as const;
const flags = ['secureMode', 'lockedAccounts'] as const;
const mastodonKeys: readonly string[] = ['kind', 'idempotency', 'hasInstanceV2', ...counts, ...flags];

const blueskyCounts = ['blobUploadLimit', 'processingMs'] as const;
const blueskyKeys: readonly string[] = ['videoFailure', ...blueskyCounts];

/** Reads the settings that a call changes; `tokenLifetimeSeconds: null` restores the networks' own lifetimes. */
export function readSettings(fields: Fields, current: Settings): Partial<Settings> {
  const changed: Partial<Settings> = {};
  for (const name of ['autoApprove', 'rateLimits', 'strictText'] as const) {
    if (fields[name] !== undefined) changed[name] = readFlag(fields, name);
  }
  if (fields['authorizeAs'] !== undefined) changed.authorizeAs = readText(fields, 'authorizeAs', /^\S{1,100}$/);
  if (fields['tokenLifetimeSeconds'] === null) changed.tokenLifetimeSeconds = null;
  else {
    const seconds = readCount(fields, 'tokenLifetimeSeconds', { min: 0, max: maxSeconds });
    if (seconds !== undefined) changed.tokenLifetimeSeconds = seconds;
  }
  const subscribers = readCount(fields, 'subscribers', { min: 0, max: maxSeconds });
  if (subscribers !== undefined) changed.subscribers = subscribers;
  const { mastodon } = fields;
  if (mastodon !== undefined) changed.mastodon = { ...current.mastodon, ...readMastodon(mastodon) };
  const { bluesky } = fields;
  if (bluesky !== undefined) changed.bluesky = { ...current.bluesky, ...readBluesky(bluesky) };
  return changed;
}

/** Reads the changes of Bluesky; `videoFailure: null` lets videos succeed. */
function readBluesky(value: unknown): Partial<BlueskySettings> {
  const fields = readObject(value, 'bluesky', blueskyKeys);
  const changed: Partial<BlueskySettings> = {};
  for (const name of blueskyCounts) {
    const count = readCount(fields, name, { min: 0, max: maxSeconds });
    if (count !== undefined) changed[name] = count;
  }
  if (fields['videoFailure'] === null) changed.videoFailure = null;
  else if (fields['videoFailure'] !== undefined) {
    changed.videoFailure = readChoice(fields, 'videoFailure', videoFailures);
  }
  return changed;
}

/** Reads an object of settings that has known keys only. */
function readObject(value: unknown, name: string, known: readonly string[]): Fields {
  if (!isRecord(value)) throw new InputError(`${name} has to be an object of settings`);
  const unknown = Object.keys(value).find((each) => !known.includes(each));
  if (unknown === undefined) return value;
  throw new InputError(`unknown field ${name}.${unknown}; allowed: ${known.join(', ')}`);
}

/** Reads the changes of the Mastodon instance; `null` restores what its software has by default. */
function readMastodon(given: unknown): Partial<MastodonSettings> {
  const value = readObject(given, 'mastodon', mastodonKeys);
  const changed: Partial<MastodonSettings> = {};
  if (value['kind'] !== undefined) changed.kind = readChoice(value, 'kind', serverKinds);
  if (value['idempotency'] === null) changed.idempotency = null;
  else if (value['idempotency'] !== undefined) {
    changed.idempotency = readChoice(value, 'idempotency', idempotencyModes);
  }
  for (const name of counts) {
    if (value[name] === null) changed[name] = null;
    else {
      const count = readCount(value, name, { min: 0, max: maxSeconds });
      if (count !== undefined) changed[name] = count;
    }
  }
  for (const name of flags) if (value[name] !== undefined) changed[name] = readFlag(value, name);
  if (value['hasInstanceV2'] === null) changed.hasInstanceV2 = null;
  else if (value['hasInstanceV2'] !== undefined) changed.hasInstanceV2 = readFlag(value, 'hasInstanceV2');
  return changed;
}
