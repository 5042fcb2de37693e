import { writeConfig } from '../../lib/config-file.ts';
import type { Context } from '../../lib/context.ts';

/** `social logout`: the address and the profile are kept. */
export async function logOut(context: Context): Promise<void> {
  const stored = await context.stored();
  if (stored.apiKey !== undefined) {
    await writeConfig(stored.path, { baseUrl: stored.baseUrl, profile: stored.profile });
  }
  await context.output.data({ ok: true }, (style) =>
    stored.apiKey === undefined
      ? 'No key was stored'
      : `${style.ok} The key is forgotten here; revoke it with: social keys revoke`,
  );
  if (context.io.env['SOCIAL_API_KEY']) await context.output.note('SOCIAL_API_KEY is still set and will be used.');
}
