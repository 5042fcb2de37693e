import { updateConfig } from '../../lib/config/config-write.ts';
import type { Context } from '../../lib/context.ts';

/** `social logout`: forgets the key, keeps the address and the profile. */
export async function logOut(context: Context): Promise<void> {
  const stored = await context.stored();
  const name = (await context.settings()).context.value ?? '';
  const hasKey = stored.contexts.get(name)?.apiKey !== undefined;
  if (hasKey) {
    await updateConfig(stored.path, ({ current, contexts }) => ({
      current,
      contexts: new Map(contexts).set(name, { ...contexts.get(name), apiKey: undefined }),
    }));
  }
  await context.output.data({ ok: true }, (style) =>
    hasKey ? `${style.ok} The key is forgotten here; revoke it with: social keys revoke` : 'No key was stored',
  );
  if (context.io.env['SOCIAL_API_KEY']) await context.output.note('SOCIAL_API_KEY is still set and will be used.');
}
