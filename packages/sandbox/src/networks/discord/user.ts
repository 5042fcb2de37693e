import type { Call, Reply, Route } from '../../http/route.ts';
import { bearerOf } from '../../oauth/tokens.ts';
import { unauthorized } from './errors.ts';
import { presentApplication, presentBot, presentPerson } from './present.ts';
import { discordSeed } from './seed.ts';
import { isBot, requireVersion } from './session.ts';
import type { DiscordState } from './state.ts';

/** Shows the user of the token: the bot, or a person who signed in. */
export function userRoute(state: DiscordState): Route {
  const path = '/api{/v:version}/users/@me';
  return { method: 'GET', path, operation: 'identity', handle: (call) => showUser(state, call) };
}

/** Shows the bot's application, which libraries read when they sign in. */
export function applicationRoutes(state: DiscordState): readonly Route[] {
  const paths = ['/api{/v:version}/oauth2/applications/@me', '/api{/v:version}/applications/@me'];
  const handle = (call: Call) => showApplication(state, call);
  return paths.map((path) => ({ method: 'GET', path, operation: 'identity', handle }));
}

function showApplication({ world }: DiscordState, call: Call): Reply {
  requireVersion(call);
  const owner = world.accounts.find('discord', discordSeed.accounts.sandbox_owner);
  return isBot(call) && owner ? { status: 200, json: presentApplication(owner) } : unauthorized();
}

function showUser({ world: { grants, accounts } }: DiscordState, call: Call): Reply {
  requireVersion(call);
  if (isBot(call)) return { status: 200, json: presentBot() };
  const token = grants.findUsableAccess('discord', bearerOf(call));
  const account = token && accounts.find('discord', token.accountId);
  if (!account || !token.scopes.includes('identify')) return unauthorized();
  return { status: 200, json: presentPerson(account, token.scopes) };
}
