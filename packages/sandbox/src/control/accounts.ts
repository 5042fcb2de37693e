import { createHash } from 'node:crypto';
import { type Fields, InputError, readChoice, readFlag, readText } from '../http/input.ts';
import { definitionOf } from '../networks/registry.ts';
import type { Account } from '../world/accounts.ts';
import type { App } from '../world/apps.ts';
import { type NetworkId, networkIds } from '../world/network-ids.ts';
import type { World } from '../world/world.ts';

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
  return definitionOf(network).accountId?.(hash) ?? hash.toString('base64').replace(/[+/=]/g, '').slice(0, 10);
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
