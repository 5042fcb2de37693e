import type { Context } from '../../lib/context.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { findEndpoint } from './named-endpoint.ts';

/** `social webhooks delete <endpoint>`. */
export async function deleteEndpoint(
  context: Context,
  given: string,
  options: ConfirmOption & { readonly key?: string },
): Promise<void> {
  const { id, url } = await findEndpoint(context, given);
  await confirm(context, `Delete the webhook endpoint ${oneLine(url)}?`, options);
  const client = await context.client();
  const { data } = await sendWithKey(context, 'deleting …', options.key, (call) =>
    client.webhookEndpoints.deleteWebhookEndpoint({ endpointId: id }, call),
  );
  await context.output.data(data, (style) => `${style.ok} ${oneLine(url)} is deleted`);
}
