import type { Context } from '../../lib/context.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { findEndpoint } from './named-endpoint.ts';

interface SwitchOptions {
  readonly key?: string;
}

/** `social webhooks enable <endpoint>`. */
export function enableEndpoint(context: Context, given: string, options: SwitchOptions): Promise<void> {
  return switchEndpoint(context, given, { ...options, status: 'active', words: 'receives events again' });
}

/** `social webhooks disable <endpoint>`. */
export function disableEndpoint(context: Context, given: string, options: SwitchOptions): Promise<void> {
  return switchEndpoint(context, given, { ...options, status: 'disabled', words: 'receives nothing more' });
}

async function switchEndpoint(
  context: Context,
  given: string,
  { status, words, key }: SwitchOptions & { readonly status: 'active' | 'disabled'; readonly words: string },
): Promise<void> {
  const { id, url } = await findEndpoint(context, given);
  const client = await context.client();
  const { data } = await sendWithKey(context, 'changing …', key, (call) =>
    client.webhookEndpoints.updateWebhookEndpoint({ endpointId: id, status }, call),
  );
  await context.output.data(data, (style) => `${style.ok} ${oneLine(url)} ${words}`);
}
