import type { WebhookKind } from '@social/sdk/webhooks';
import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { shortId } from './named-endpoint.ts';

/** `social webhooks create <url>`: prints the secret on stdout, and advice on stderr. */
export async function createEndpoint(
  context: Context,
  url: string,
  { kind: kinds, description }: { readonly kind?: readonly string[]; readonly description?: string },
): Promise<void> {
  const client = await context.client();
  const body = { url, kinds: kinds && ([...kinds] as WebhookKind[]), description };
  const answer = await fetchData(context, 'creating …', (call) =>
    client.webhookEndpoints.createWebhookEndpoint(body, call),
  );
  await context.output.data(answer, () => oneLine(answer.secret));
  await context.output.note(
    `Keep this secret now: it is not shown again. Try the endpoint with: social webhooks test ${shortId(answer.endpoint.id)}`,
  );
}
