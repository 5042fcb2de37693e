import { type Call, Refusal, type Route } from '../../http/route.ts';
import * as errors from './errors.ts';
import { limited } from './rate-limits.ts';
import { discordSeed } from './seed.ts';
import type { DiscordState } from './state.ts';

/** Makes a route of an endpoint of the webhook, which checks version, address and rate limit first. */
export function protectWebhook(state: DiscordState, endpoint: Route): Route {
  const handle: Route['handle'] = (call) => {
    requireVersion(call);
    const { id, token } = discordSeed.webhook;
    if (call.params['id'] !== id) return errors.unknownWebhook();
    if (call.params['token'] !== token) return errors.invalidToken();
    return limited(state, `webhook ${id}`, () => endpoint.handle(call));
  };
  return { ...endpoint, handle };
}

/** Makes a route of an endpoint of the channel, which checks version, the bot's token and rate limit first. */
export function protectChannel(state: DiscordState, endpoint: Route): Route {
  const handle: Route['handle'] = (call) => {
    requireVersion(call);
    if (!isBot(call)) return errors.unauthorized();
    if (call.params['channel'] !== discordSeed.channel) return errors.unknownChannel();
    return limited(state, `channel ${discordSeed.channel}`, () => endpoint.handle(call));
  };
  return { ...endpoint, handle };
}

export function isBot({ headers }: Call): boolean {
  return headers.authorization === `Bot ${discordSeed.botToken}`;
}

export function requireVersion({ params: { version } }: Call): void {
  const isKnown = version === undefined || ['6', '7', '8', '9', '10'].includes(version);
  if (!isKnown) throw new Refusal(errors.invalidVersion());
}
