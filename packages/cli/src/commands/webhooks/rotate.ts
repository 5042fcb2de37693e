import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';
import { findEndpoint } from './named-endpoint.ts';

/** `social webhooks rotate <endpoint>`: prints the new secret on stdout, and advice on stderr. */
export async function rotateSecret(
  context: Context,
  given: string,
  { keepHours: previousValidHours }: { readonly keepHours?: number },
): Promise<void> {
  const { id } = await findEndpoint(context, given);
  const client = await context.client();
  const answer = await fetchData(context, 'rotating …', (call) =>
    client.webhookEndpoints.rotateWebhookSecret({ endpointId: id, previousValidHours }, call),
  );
  await context.output.data(answer, () => oneLine(answer.secret));
  const until = answer.endpoint.previousSecretUntil;
  const earlier = until === null ? 'The old one signs no more.' : `The old one signs too until ${localTime(until)}.`;
  await context.output.note(`Keep this secret now: it is not shown again. ${earlier}`);
}
