import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { countOf, oneLine } from '../../lib/text/terminal-text.ts';

/** `social whoami`. */
export async function showIdentity(context: Context): Promise<void> {
  const client = await context.client();
  const { context: server, apiKey, baseUrl, profile } = await context.settings();
  const { plan, credits } = await fetchData(context, 'reading …', (call) => client.usage.getUsage({}, call));
  const keyPreview = `…${apiKey.value?.slice(-4)}`;
  const identity = {
    context: server.value ?? null,
    baseUrl: client.baseUrl,
    keyPreview,
    keySource: apiKey.source,
    profile: profile.value ?? null,
    plan,
    credits,
  };
  await context.output.data(identity, () =>
    [
      `Server   ${client.baseUrl} (${baseUrl.source === 'file' ? `stored as ${oneLine(server.value ?? '')}` : baseUrl.source})`,
      `Key      ${keyPreview} (${apiKey.source})`,
      `Profile  ${oneLine(profile.value ?? 'the default one')}`,
      `Plan     ${oneLine(plan.label)}, ${countOf(credits.available, 'credit')} available`,
    ].join('\n'),
  );
}
