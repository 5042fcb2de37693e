import type { Schema } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { oneLine, quote } from '../../lib/text/terminal-text.ts';

export type Endpoint = Schema<'WebhookEndpoint'>;

/** Characters at the end of an id that lists show. */
const SHORT = 8;

/** The end of an id, which names it in the command. */
export function shortId(id: string): string {
  return oneLine(id).slice(-SHORT);
}

/** Chooses what was named by its id or the end of it. @throws {CliError} exit code 2 when none or several fit */
export function chooseById<Item extends { readonly id: string }>(
  items: readonly Item[],
  given: string,
  { kind, list, isAlso = () => false }: { kind: string; list: string; isAlso?: (item: Item) => boolean },
): Item {
  const named = given.toLowerCase();
  const found = items.filter((item) => item.id === named || isAlso(item));
  const ending = found.length > 0 ? found : items.filter(({ id }) => named.length >= 4 && id.endsWith(named));
  const [item, ...others] = ending;
  if (!item) throw usageError(`There is no ${kind} ${quote(given)}`, `Nothing was done. See: ${list}`);
  if (others.length > 0)
    throw usageError(`${ending.length} fit ${quote(given)}`, 'Nothing was done. Give the whole id.');
  return item;
}

/** Finds an endpoint by its id, the end of it, or its address. */
export async function findEndpoint(context: Context, given: string): Promise<Endpoint> {
  const client = await context.client();
  const { endpoints } = await client.webhookEndpoints.listWebhookEndpoints({}, { signal: context.io.signal });
  const names = {
    kind: 'webhook endpoint',
    list: 'social webhooks list',
    isAlso: ({ url }: Endpoint) => url === given,
  };
  return chooseById(endpoints, given, names);
}
