import { Refusal } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import type { Poll, PostSettings } from '../../../world/posts.ts';
import { defaultVisibility } from '../accounts/present.ts';
import { refuse } from '../errors.ts';
import { unknownLanguage } from '../gotosocial.ts';
import type { Params } from '../params.ts';
import { hasQuotes, softwareOf } from '../software.ts';
import { type MastodonState, type QuotePolicy, quotePolicies } from '../state.ts';
import { readPoll } from './poll.ts';

/** The parts of a create request that the sandbox acts on. */
export interface StatusRequest {
  readonly text: string;
  readonly spoilerText: string;
  readonly mediaIds: readonly string[];
  readonly replyToId?: string;
  readonly sensitive: boolean;
  readonly visibility: string;
  readonly language: string;
  readonly quotePolicy: QuotePolicy;
  /** What the author chose. */
  readonly chosen: PostSettings;
  /** Ids of the only accounts that it may mention. */
  readonly allowedMentions?: readonly string[];
  readonly poll?: Poll;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

const regionalLanguages = ['zh-CN', 'zh-HK', 'zh-TW', 'zh-YUE'];

/** Of a text that readers see marked. */
export const MARKDOWN = 'text/markdown';

/** Parts of the API that the sandbox does not simulate. A status with one is refused, so that a test sees it. */
const notSimulated = ['scheduled_at', 'quoted_status_id'];

/**
 * Reads the parameters of a create call.
 *
 * @see https://docs.joinmastodon.org/methods/statuses/#create (read 2026-11-22)
 */
export function readStatusRequest(state: MastodonState, params: Params, author: Account): StatusRequest {
  const { invalidStatus, needsMedia } = softwareOf(state);
  const missing = notSimulated.find((name) => params.has(name));
  if (missing !== undefined) refuse(invalidStatus, `Validation failed: the sandbox does not simulate ${missing}`);
  const given = params.text('status')?.trim() ?? '';
  const warning = params.text('spoiler_text')?.trim() ?? '';
  // A warning without a text becomes the text.
  const [text, spoilerText] = given === '' ? [warning, ''] : [given, warning];
  const replyToId = params.text('in_reply_to_id');
  const allowedMentions = params.list('allowed_mentions');
  const poll = readPoll(state, params);
  const visibility = readVisibility(state, params, author);
  const sensitive = params.flag('sensitive') || spoilerText !== '';
  const language = readLanguage(state, params);
  const quotePolicy = readQuotePolicy(state, params);
  return {
    // Pixelfed removes tags; the others show them as they are.
    text: needsMedia ? text.replace(/<[^>]*>/g, '') : text,
    spoilerText,
    mediaIds: params.list('media_ids') ?? [],
    ...(replyToId && { replyToId }),
    ...{ sensitive, visibility, language },
    // Other visibilities are closed to quotes, whatever the author says.
    quotePolicy: ['public', 'unlisted'].includes(visibility) ? (quotePolicy ?? 'public') : 'nobody',
    chosen: {
      ...(visibility !== 'public' && { visibility }),
      ...(sensitive && { sensitive }),
      ...(params.has('language') && { language }),
      ...(isMarkdown(state, params) && { content_type: MARKDOWN }),
      ...(quotePolicy && { quote_approval_policy: quotePolicy }),
    },
    ...(allowedMentions && { allowedMentions }),
    ...(poll && { poll }),
  };
}

/**
 * Reads the language; one that it does not know is the author's for Mastodon, and an error for GoToSocial. Mastodon has a few regions
 * of Chinese, and cuts off any other.
 */
function readLanguage(state: MastodonState, params: Params): string {
  const given = params.text('language') ?? '';
  const language = /^[a-z]{2,3}(-[A-Za-z]+)?$/.exec(given)?.[0];
  const [main = 'en'] = language?.split('-') ?? [];
  const isKnown = language !== undefined && languageNames.of(main) !== undefined;
  const { refusesLanguages } = softwareOf(state);
  if (refusesLanguages) {
    if (given !== '' && !isKnown) throw new Refusal(unknownLanguage());
    return language ?? 'en';
  }
  if (!isKnown) return 'en';
  return regionalLanguages.includes(language) ? language : main;
}

function isMarkdown(state: MastodonState, params: Params): boolean {
  const usual = state.settings.markdownByDefault ? MARKDOWN : '';
  return softwareOf(state).hasMarkdown && (params.text('content_type') ?? usual) === MARKDOWN;
}

/** Reads who may quote; software without such policies does not look at it. */
function readQuotePolicy(state: MastodonState, params: Params): QuotePolicy | undefined {
  const given = hasQuotes(state) ? params.text('quote_approval_policy') : undefined;
  if (!given) return undefined;
  return quotePolicies.find((each) => each === given) ?? refuse(422, 'Record invalid');
}

function readVisibility(state: MastodonState, params: Params, author: Account): string {
  const { visibilities, invalidStatus, hasRefreshTokens } = softwareOf(state);
  const visibility = params.text('visibility') || defaultVisibility(state, author);
  const isKnown = ['public', 'unlisted', 'private', ...visibilities].includes(visibility);
  if (isKnown || (hasRefreshTokens && visibility.startsWith('list:'))) return visibility;
  const status = visibility === 'direct' ? 400 : invalidStatus;
  return refuse(status, 'Validation failed: Visibility is not included in the list');
}
