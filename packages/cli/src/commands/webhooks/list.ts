import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { shortId } from './named-endpoint.ts';

/** `social webhooks list`. */
export async function listEndpoints(context: Context): Promise<void> {
  const client = await context.client();
  const answer = await fetchData(context, 'reading …', (call) =>
    client.webhookEndpoints.listWebhookEndpoints({}, call),
  );
  await context.output.data(answer, ({ columns, layout }) => {
    if (answer.endpoints.length === 0) return 'No endpoints. Create one with: social webhooks create <url>';
    const rows = answer.endpoints.map((endpoint) => [
      shortId(endpoint.id),
      endpoint.status,
      oneLine(endpoint.kinds?.join(' ') ?? 'every kind'),
      oneLine(endpoint.url),
      oneLine(endpoint.statusReason ?? endpoint.description ?? ''),
    ]);
    return layout.table(['ID', 'STATUS', 'KINDS', 'ADDRESS', ''], rows, columns);
  });
}
