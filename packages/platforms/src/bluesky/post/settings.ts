import { canonicalLanguage, isLanguage, measureText } from '@social/rules';
import type { Schema } from '@social/types';
import type { OutgoingPost } from '../../driver.ts';
import { invalid } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';

const MAX_LANGUAGES = 3;

type BlueskySettings = Schema<'BlueskySettings'>;
type PostSettings = BlueskySettings & Required<Pick<BlueskySettings, 'langs' | 'labels'>>;

/** Reads the settings of a post. @throws PlatformError */
export function readSettings({ settings }: Pick<OutgoingPost, 'settings'>): PostSettings {
  const { langs, replies, labels = [], ...others }: BlueskySettings = settings;
  if (replies && replies.length > 1 && replies.includes('nobody')) {
    throw wrong('replies names nobody beside others; leave nobody alone, or remove it');
  }
  return { ...others, ...(replies && { replies }), langs: readLanguages(langs), labels };
}

/** Reads up to three languages of the text, for example `["en", "pt-BR"]`, which `meta` may have in another form. */
function readLanguages(given: unknown): string[] {
  const langs: unknown = given ?? [];
  const isList = Array.isArray(langs) && langs.length <= MAX_LANGUAGES;
  if (isList && langs.every((each) => typeof each === 'string' && isLanguage(each))) {
    return [...new Set(langs.map((each: string) => canonicalLanguage(each) ?? each))];
  }
  throw wrong(`langs must be a list of at most ${MAX_LANGUAGES} known languages, for example ["en", "pt-BR"]`);
}

/**
 * The text without byte order marks before it. Nobody sees them, and servers drop one when they read a record, which would
 * move every facet.
 */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF+/, '');
}

/** Refuses a text that is too long for the network, before anything is sent. */
export function requireShortText({ text }: Pick<OutgoingPost, 'text'>): void {
  const { over, count, max, unit = 'characters' } = measureText('bluesky', text);
  if (over > 0) throw wrong(`the text has ${count} ${unit}, and Bluesky takes at most ${max}; shorten it`);
}

function wrong(message: string): PlatformError {
  return new PlatformError('bluesky', invalid(message));
}
