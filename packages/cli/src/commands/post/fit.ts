import type { Context } from '../../lib/context.ts';
import type { PublishInput } from './request.ts';

/** Shorter texts for the platforms whose limit the text exceeds, as the network counts. */
export async function shortenTexts(
  context: Context,
  platforms: PublishInput['platforms'],
  text: string,
): Promise<PublishInput['overrides']> {
  const { fitText } = await import('@social/rules');
  const shortened = platforms.map((platform) => [platform, { text: fitText(platform, text) }] as const);
  const changed = shortened.filter(([, override]) => override.text !== text);
  if (changed.length === 0) return undefined;
  await context.output.note(`Shortened for ${changed.map(([platform]) => platform).join(', ')}`);
  return Object.fromEntries(changed);
}
