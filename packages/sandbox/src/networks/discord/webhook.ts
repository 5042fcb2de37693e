import type { Call, Reply, Route } from '../../http/route.ts';
import { createMessage, deleteMessage, readMessage } from './messages/messages.ts';
import { presentWebhook, webhookAuthor } from './present.ts';
import { protectWebhook } from './session.ts';
import type { DiscordState } from './state.ts';

/** The webhook and its messages. @see https://discord.com/developers/docs/resources/webhook */
export function webhookRoutes(state: DiscordState): readonly Route[] {
  const path = '/api{/v:version}/webhooks/:id/:token';
  const message = `${path}/messages/:message`;
  const publish = (call: Call) => publishMessage(state, call);
  const read = (call: Call) => readMessage(state, call);
  const endpoints: readonly Route[] = [
    { method: 'GET', path, operation: 'identity', handle: showWebhook },
    { method: 'POST', path, operation: 'publish', takesStream: true, handle: publish },
    { method: 'GET', path: message, operation: 'read', handle: read },
    { method: 'DELETE', path: message, operation: 'delete', handle: (call) => deleteMessage(state, call) },
  ];
  return endpoints.map((endpoint) => protectWebhook(state, endpoint));
}

/** Shows the webhook, without its address, to every caller that has the address. */
function showWebhook({ base }: Call): Reply {
  const { url: _url, ...webhook } = presentWebhook(base);
  return { status: 200, json: webhook };
}

async function publishMessage(state: DiscordState, call: Call): Promise<Reply> {
  const json = await createMessage(state, call, webhookAuthor);
  return /^(true|1)$/i.test(call.query.get('wait') ?? '') ? { status: 200, json } : { status: 204 };
}
