import type { OutgoingPost, PublishSession } from '../driver.ts';
import type { MastodonApi } from './api.ts';
import { readInstance } from './instance.ts';

/** The field of a status that says who may quote it, and a sentence for the user where the setting has no effect. */
export interface QuotePolicy {
  readonly field: { readonly quote_approval_policy?: string };
  readonly note?: string;
}

/** Reads `quotePolicy`, and asks the server whether it has such policies. @see https://docs.joinmastodon.org/methods/statuses/#create */
export async function quotePolicyOf(
  api: MastodonApi,
  { settings, replyTo }: OutgoingPost,
  { call }: PublishSession,
): Promise<QuotePolicy> {
  const { quotePolicy, visibility } = settings;
  if (typeof quotePolicy !== 'string') return { field: {} };
  // Each part of a thread has the same settings: the first one's note says it for all.
  const because = (note: string) => replyTo === undefined && { note };
  // What is repeated went to a server that has them.
  if (!call.isRepeat && !(await readInstance(api, call))?.hasQuotePolicies) {
    const note =
      'The server does not let authors say who may quote, as Mastodon does since 4.5: quotePolicy has no effect.';
    return { field: {}, ...because(note) };
  }
  const isClosed = quotePolicy !== 'nobody' && (visibility === 'private' || visibility === 'direct');
  const note = `Nobody may quote a post with the visibility ${String(visibility)}: quotePolicy has no effect.`;
  return { field: { quote_approval_policy: quotePolicy }, ...(isClosed && because(note)) };
}
