import type { Input, Schema } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { fetchData, sendWithKey } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';
import { chooseById, findEndpoint, shortId } from './named-endpoint.ts';

type Delivery = Schema<'WebhookDelivery'>;
type Page = Pick<Input<'listWebhookDeliveries'>, 'limit' | 'cursor' | 'status'>;

interface KeyOption {
  readonly key?: string;
}

/** `social webhooks deliveries <endpoint>`. */
export async function listDeliveries(context: Context, given: string, page: Page): Promise<void> {
  const { id } = await findEndpoint(context, given);
  const client = await context.client();
  const answer = await fetchData(context, 'reading …', (call) =>
    client.webhookEndpoints.listWebhookDeliveries({ endpointId: id, ...page }, call),
  );
  await context.output.data(answer, ({ columns, layout }) => {
    if (answer.deliveries.length === 0) return 'Nothing was sent to this endpoint yet';
    const rows = answer.deliveries.map((delivery) => [
      shortId(delivery.id),
      localTime(delivery.createdAt),
      oneLine(delivery.kind),
      delivery.status,
      String(delivery.tries),
      oneLine(detailOf(delivery)),
    ]);
    const table = layout.table(['ID', 'WHEN', 'KIND', 'STATUS', 'TRIES', 'LAST ANSWER'], rows, columns);
    return answer.nextCursor === null ? table : `${table}\nMore: --cursor ${answer.nextCursor}`;
  });
}

/** `social webhooks test <endpoint>`: fails when the receiver does. */
export async function testEndpoint(context: Context, given: string, options: KeyOption): Promise<ExitCode> {
  const { id } = await findEndpoint(context, given);
  const client = await context.client();
  const { data } = await sendWithKey(context, 'sending …', options.key, (call) =>
    client.webhookEndpoints.testWebhookEndpoint({ endpointId: id }, call),
  );
  return report(context, data);
}

/** `social webhooks resend <endpoint> <delivery>`: fails when the receiver does. */
export async function resendDelivery(
  context: Context,
  given: string,
  givenDelivery: string,
  options: KeyOption,
): Promise<ExitCode> {
  const { id } = await findEndpoint(context, given);
  const client = await context.client();
  const input = { endpointId: id, limit: 100 };
  const { deliveries } = await client.webhookEndpoints.listWebhookDeliveries(input, { signal: context.io.signal });
  const isWhole = /^[0-9a-f-]{36}$/i.test(givenDelivery);
  const names = { kind: 'delivery', list: `social webhooks deliveries ${shortId(id)}` };
  // An old one is not in the list.
  const deliveryId = isWhole ? givenDelivery : chooseById(deliveries, givenDelivery, names).id;
  const { data } = await sendWithKey(context, 'sending …', options.key, (call) =>
    client.webhookEndpoints.resendWebhookDelivery({ endpointId: id, deliveryId }, call),
  );
  return report(context, data);
}

async function report(context: Context, delivery: Delivery): Promise<ExitCode> {
  const isDelivered = delivery.status === 'delivered';
  await context.output.data(delivery, (style) => {
    const again = delivery.nextTryAt === null ? '' : `; it is tried again ${localTime(delivery.nextTryAt)}`;
    return `${isDelivered ? style.ok : style.failed} ${oneLine(delivery.kind)}: ${oneLine(detailOf(delivery))}${again}`;
  });
  return isDelivered ? EXIT.done : EXIT.failed;
}

function detailOf({ lastTry }: Delivery): string {
  if (lastTry === null) return '';
  const { status, error, answer, milliseconds } = lastTry;
  const text = answer ? ` ${answer.slice(0, 60)}` : '';
  return `${error ?? `answered ${status}`} in ${milliseconds} ms${text}`;
}
