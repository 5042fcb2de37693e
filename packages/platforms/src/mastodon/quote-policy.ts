import type { CheckedPost, OutgoingPost, PublishSession } from '../driver.ts';
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
  const { quotePolicy } = settings;
  if (typeof quotePolicy !== 'string') return { field: {} };
  // What is repeated went to a server that has them.
  const isKnown = call.isRepeat === true || (await readInstance(api, call))?.hasQuotePolicies === true;
  // Each part of a thread has the same settings: the first one's note says it for all.
  const note = replyTo === undefined ? noteOn(settings, isKnown) : null;
  return { field: isKnown ? { quote_approval_policy: quotePolicy } : {}, ...(note !== null && { note }) };
}

/** Says in a dry run what `quotePolicyOf` would, as far as the server's limits tell it. */
export function noteOnQuotes({ settings, limits }: CheckedPost): string | null {
  return noteOn(settings, limits?.hasQuotePolicies ?? true);
}

function noteOn({ quotePolicy, visibility }: OutgoingPost['settings'], isKnown: boolean): string | null {
  if (typeof quotePolicy !== 'string') return null;
  if (!isKnown) {
    return 'The server does not let authors say who may quote, as Mastodon does since 4.5: quotePolicy has no effect.';
  }
  const isClosed = quotePolicy !== 'nobody' && (visibility === 'private' || visibility === 'direct');
  return isClosed ? `Nobody may quote a post with the visibility ${visibility}: quotePolicy has no effect.` : null;
}
