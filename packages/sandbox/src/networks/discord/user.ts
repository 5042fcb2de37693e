import type { Call, Reply, Route } from '../../http/route.ts';
import { bearerOf } from '../../oauth/tokens.ts';
import { unauthorized } from './errors.ts';
import { presentBot, presentPerson } from './present.ts';
import { isBot, requireVersion } from './session.ts';
import type { DiscordState } from './state.ts';

/** Shows the user of the token: the bot, or a person who signed in. */
export function userRoute(state: DiscordState): Route {
  const path = '/api{/v:version}/users/@me';
  return { method: 'GET', path, operation: 'identity', handle: (call) => showUser(state, call) };
}

function showUser({ world: { grants, accounts } }: DiscordState, call: Call): Reply {
  requireVersion(call);
  if (isBot(call)) return { status: 200, json: presentBot() };
  const token = grants.findUsableAccess('discord', bearerOf(call));
  const account = token && accounts.find('discord', token.accountId);
  if (!account || !token.scopes.includes('identify')) return unauthorized();
  return { status: 200, json: presentPerson(account, token.scopes) };
}
