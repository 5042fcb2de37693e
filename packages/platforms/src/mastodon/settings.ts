import { isLanguage } from '@social/rules';
import type { CheckedPost } from '../driver.ts';
import { invalid } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';
import { mastodonLanguage } from './language.ts';

const VISIBILITIES = ['public', 'unlisted', 'private', 'direct'] as const;
/** Visibilities that some of the software adds. */
const OF_SOFTWARE: Readonly<Record<string, readonly string[]>> = {
  gotosocial: [...VISIBILITIES, 'mutuals_only'],
  pleroma: [...VISIBILITIES, 'local'],
  akkoma: [...VISIBILITIES, 'local'],
  pixelfed: ['public', 'unlisted', 'private'],
};
const ALL = [...VISIBILITIES, 'local', 'mutuals_only'];
const MAX_WARNING_LENGTH = 1_000;

/** Fields of a status that come from the settings of the post. */
export interface StatusSettings {
  readonly visibility: string;
  readonly spoiler_text?: string;
  readonly sensitive?: boolean;
  readonly language?: string;
}

/** The visibilities that a server has. @param software its name, in lower case; null where it is not known */
export function visibilitiesOf(software: string | null): readonly string[] {
  return OF_SOFTWARE[software ?? ''] ?? VISIBILITIES;
}

/** Checks the settings for the server of the connected account. @throws PlatformError */
export function checkSettings({ settings, limits }: CheckedPost): void {
  readSettings({ settings }, limits?.visibilities ?? VISIBILITIES);
}

/**
 * Reads `visibility`, `spoilerText`, `sensitive` and `language`. A post is public unless it says otherwise: without a
 * visibility the account's own default would decide.
 * @param visibilities of the server; those of any software when left out
 * @throws PlatformError before anything is sent
 */
export function readSettings(
  { settings }: Pick<CheckedPost, 'settings'>,
  visibilities: readonly string[] = ALL,
): StatusSettings {
  const visibility = visibilities.find((each) => each === (settings['visibility'] ?? 'public'));
  if (!visibility) throw wrong(`the visibility at this server must be one of ${visibilities.join(', ')}`);
  const { spoilerText, sensitive, language } = settings;
  if (isSet(spoilerText) && (typeof spoilerText !== 'string' || [...spoilerText].length > MAX_WARNING_LENGTH)) {
    throw wrong(`the spoilerText must be a text of at most ${MAX_WARNING_LENGTH} characters`);
  }
  if (isSet(sensitive) && typeof sensitive !== 'boolean') throw wrong('sensitive must be true or false');
  if (isSet(language) && !(typeof language === 'string' && isLanguage(language))) {
    throw wrong('the language must be a known one in the form en or zh-TW');
  }
  return {
    visibility,
    ...(isSet(spoilerText) && { spoiler_text: spoilerText as string }),
    ...(isSet(sensitive) && { sensitive: sensitive as boolean }),
    ...(isSet(language) && { language: mastodonLanguage(language as string) }),
  };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function wrong(message: string): PlatformError {
  return new PlatformError('mastodon', invalid(message));
}
