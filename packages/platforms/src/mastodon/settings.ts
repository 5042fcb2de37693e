import type { OutgoingPost } from '../driver.ts';
import { invalid } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';

const VISIBILITIES = ['public', 'unlisted', 'private', 'direct'] as const;
const LANGUAGE = /^[a-z]{2,3}$/;
const MAX_WARNING_LENGTH = 1_000;

/** Fields of a status that come from the settings of the post. */
export interface StatusSettings {
  readonly visibility: (typeof VISIBILITIES)[number];
  readonly spoiler_text?: string;
  readonly sensitive?: boolean;
  readonly language?: string;
}

/**
 * Reads `meta.visibility`, `spoilerText`, `sensitive` and `language`. A post is public unless it says otherwise: without a
 * visibility the account's own default would decide.
 * @throws PlatformError before anything is sent
 */
export function readSettings({ meta }: Pick<OutgoingPost, 'meta'>): StatusSettings {
  const visibility = VISIBILITIES.find((each) => each === (meta['visibility'] ?? 'public'));
  if (!visibility) throw wrong(`the visibility must be one of ${VISIBILITIES.join(', ')}`);
  const { spoilerText, sensitive, language } = meta;
  if (isSet(spoilerText) && (typeof spoilerText !== 'string' || [...spoilerText].length > MAX_WARNING_LENGTH)) {
    throw wrong(`the spoilerText must be a text of at most ${MAX_WARNING_LENGTH} characters`);
  }
  if (isSet(sensitive) && typeof sensitive !== 'boolean') throw wrong('sensitive must be true or false');
  if (isSet(language) && !(typeof language === 'string' && LANGUAGE.test(language))) {
    throw wrong('the language must be a code of ISO 639, for example en');
  }
  return {
    visibility,
    ...(isSet(spoilerText) && { spoiler_text: spoilerText as string }),
    ...(isSet(sensitive) && { sensitive: sensitive as boolean }),
    ...(isSet(language) && { language: language as string }),
  };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function wrong(message: string): PlatformError {
  return new PlatformError('mastodon', invalid(message));
}
