import type { Schema } from '@social/sdk';
import { SCOPES } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';

/** `social keys list`. */
export async function listKeys(context: Context): Promise<void> {
  const client = await context.client();
  const answer = await fetchData(context, 'reading …', (call) => client.keys.listKeys({}, call));
  await context.output.data(answer, ({ columns, layout }) => {
    const rows = answer.keys.map((key) => [
      oneLine(key.id),
      oneLine(key.keyPreview),
      localTime(key.createdAt),
      key.lastUsedAt ? localTime(key.lastUsedAt) : 'never',
      mayDo(key),
      oneLine(key.name),
    ]);
    return layout.table(['ID', 'KEY', 'CREATED', 'LAST USED', 'MAY', 'NAME'], rows, columns);
  });
}

/** Says in a few words what a key may do: `publish for acme on profnet until 20 Nov 2026 14:02, 3 of 200 credits`. */
function mayDo({ scopes, profiles, platforms, expiresAt, creditLimit, creditsUsed }: Schema<'ListedKey'>): string {
  const what = SCOPES.every((scope) => scopes.includes(scope)) ? 'everything' : scopes.map(oneLine).join(', ');
  const bounds = [
    profiles && `for ${profiles.map(oneLine).join(', ')}`,
    platforms && `on ${platforms.map(oneLine).join(', ')}`,
    expiresAt && `until ${localTime(expiresAt)}`,
  ].filter((bound) => bound !== null);
  const limit = creditLimit === null ? '' : `, ${Number(creditsUsed)} of ${Number(creditLimit)} credits`;
  return `${[what, ...bounds].join(' ')}${limit}`;
}
