import type { Context } from '../../lib/context.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

/** `social profiles create <name>`. */
export async function createProfile(context: Context, name: string, options: { readonly key?: string }): Promise<void> {
  const client = await context.client();
  const { data } = await sendWithKey(context, 'creating …', options.key, (call) =>
    client.profiles.createProfile({ name }, call),
  );
  const slug = oneLine(data.profile.slug);
  await context.output.data(
    data,
    (style) => `${style.ok} profile ${slug} is there; connect it with: social connect <platform> --profile ${slug}`,
  );
}
