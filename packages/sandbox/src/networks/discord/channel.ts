import type { Call, Route } from '../../http/route.ts';
import { createMessage, deleteMessage, listMessages, readMessage } from './messages/messages.ts';
import { botAuthor, presentChannel } from './present.ts';
import { protectChannel } from './session.ts';
import type { DiscordState } from './state.ts';

/** The channel and its messages. @see https://discord.com/developers/docs/resources/channel */
export function channelRoutes(state: DiscordState): readonly Route[] {
  const path = '/api{/v:version}/channels/:channel';
  const messages = `${path}/messages`;
  const message = `${messages}/:message`;
  const publish = async (call: Call) => ({ status: 200, json: await createMessage(state, call, botAuthor) });
  const show = () => ({ status: 200, json: presentChannel(state.settings) });
  const list = (call: Call) => listMessages(state, call);
  const read = (call: Call) => readMessage(state, call);
  const endpoints: readonly Route[] = [
    { method: 'GET', path, operation: 'read', handle: show },
    { method: 'GET', path: messages, operation: 'read', handle: list },
    { method: 'GET', path: message, operation: 'read', handle: read },
    { method: 'POST', path: messages, operation: 'publish', takesStream: true, handle: publish },
    { method: 'DELETE', path: message, operation: 'delete', handle: (call) => deleteMessage(state, call) },
  ];
  return endpoints.map((endpoint) => protectChannel(state, endpoint));
}
