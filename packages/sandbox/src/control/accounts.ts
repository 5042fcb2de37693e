import { createHash } from 'node:crypto';
import type { Account } from '../world/accounts.ts';
import type { App } from '../world/apps.ts';
import { type NetworkId, networkIds } from '../world/network-ids.ts';
import type { World } from '../world/world.ts';
import { type Fields, InputError, readChoice, readFlag, readText } from './input.ts';

const base32Alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Fields of the call that adds an account. */
export const accountKeys = ['network', 'username', 'name', 'type'];

/** Fields of the call that registers an app. */
export const appKeys = ['network', 'clientId', 'clientSecret', 'redirectUris', 'partner'];

/** Creates an account to sign in as. Its id is derived from its username, so that it is the same in every sandbox. */
export function createAccount(world: World, fields: Fields): Account {
  const network = readChoice(fields, 'network', networkIds);
  const username = readText(fields, 'username', /^[A-Za-z0-9_]{1,15}$/);
  const name = readText(fields, 'name', /^[^\n]{1,100}$/u);
  const type = fields['type'] === undefined ? 'person' : readText(fields, 'type', /^[a-z-]{1,30}$/);
  if (world.accounts.findByUsername(network, username)) throw new InputError(`${username} already exists`, 409);
  return world.accounts.add({ network, id: idFor(network, username), username, name, type });
}

function idFor(network: NetworkId, username: string): string {
  const hash = createHash('sha256').update(`${network}/${username}`).digest();
  const number = hash.readBigUInt64BE();
  if (network === 'x') return String(10n ** 18n + (number % 10n ** 18n));
  if (network === 'youtube') return `UC${hash.toString('base64url').slice(0, 22)}`;
  if (network === 'facebook' || network === 'instagram') return `1${String(number).padStart(20, '0').slice(0, 15)}`;
  if (network === 'telegram') return String(7_000_000_100 + (hash.readUInt32BE() % 1_000_000_000));
  if (network === 'mastodon') return String(10n ** 17n + (number % 10n ** 16n));
  if (network === 'bluesky') return `did:plc:${base32(hash.subarray(0, 15))}`;
  if (network === 'discord') return String(10n ** 18n + (number % 10n ** 17n));
  return hash.toString('base64').replace(/[+/=]/g, '').slice(0, 10);
}

/** Writes 15 bytes as 24 lower-case letters and digits. */
function base32(data: Buffer): string {
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (group) => base32Alphabet.charAt(Number.parseInt(group, 2)));
}

/** Registers an app with exact redirect URIs; an app without a secret is a public client. */
export function createApp(world: World, fields: Fields): { network: NetworkId; app: App } {
  const network = readChoice(fields, 'network', networkIds);
  const app: App = {
    clientId: readText(fields, 'clientId', /^\S{1,200}$/),
    redirectUris: readRedirectUris(fields['redirectUris']),
    partner: fields['partner'] === undefined ? false : readFlag(fields, 'partner'),
    ...(fields['clientSecret'] !== undefined && { clientSecret: readText(fields, 'clientSecret', /^\S{1,500}$/) }),
  };
  world.apps.add(network, app);
  return { network, app };
}

function readRedirectUris(value: unknown): readonly string[] {
  const isList = Array.isArray(value) && value.length > 0;
  if (!isList || !value.every((each): each is string => typeof each === 'string' && URL.canParse(each))) {
    throw new InputError('redirectUris has to be a list of absolute addresses');
  }
  return value;
}
