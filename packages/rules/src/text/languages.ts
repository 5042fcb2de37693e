const TAG = /^([a-z]{2,3})(?:-[a-z0-9]{2,8}){0,4}$/i;
const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** Languages of Mastodon's list that have a code of ISO 639-3 and no name here: Láadan and Balaibalan. */
const UNNAMED: readonly string[] = ['ldn', 'zba'];

/** Returns true for the tag of a known language, such as `en`, `pt-BR` or `zh-Hant-TW`. @see https://www.rfc-editor.org/info/bcp47 */
export function isLanguage(tag: string): boolean {
  const main = TAG.exec(tag)?.[1]?.toLowerCase();
  return (
    main !== undefined && canonicalLanguage(tag) !== null && (UNNAMED.includes(main) || NAMES.of(main) !== undefined)
  );
}

/** Writes a tag in its usual form: `en` for `EN`, `pt-BR` for `pt-br`, `yue` for `zh-yue`. @returns null for what is no tag */
export function canonicalLanguage(tag: string): string | null {
  const [, extended = tag] = /^[a-z]{2,3}-([a-z]{3}(?:-.*)?)$/i.exec(tag) ?? [];
  try {
    return Intl.getCanonicalLocales(extended)[0] ?? null;
  } catch {
    return null;
  }
}

/** Regions and varieties of Chinese that Mastodon tells apart. */
const CHINESE = ['CN', 'HK', 'TW', 'YUE'];
const BY_SCRIPT: Readonly<Record<string, string>> = { HANS: 'CN', HANT: 'TW' };

/**
 * Reduces the tag of a language to what Mastodon knows: a language of ISO 639 without its region, except for Chinese.
 * @returns for example `pt` for `pt-BR`, `en` for `eng`, `zh-TW` for `zh-Hant`
 * @see https://github.com/mastodon/mastodon/blob/main/app/helpers/languages_helper.rb
 */
export function mastodonLanguage(tag: string): string {
  const [given = '', ...parts] = tag.split('-');
  const main = shortest(given.toLowerCase());
  if (main === 'yue') return 'zh-YUE';
  if (main !== 'zh') return main;
  const upper = parts.map((part) => part.toUpperCase());
  const region = CHINESE.findLast((each) => upper.includes(each)) ?? upper.map((part) => BY_SCRIPT[part]).find(Boolean);
  return region === undefined ? main : `zh-${region}`;
}

/** The code with two letters, where the language has one. */
function shortest(main: string): string {
  const [known = main] = Intl.getCanonicalLocales(main);
  return known.length === 2 ? known : main;
}
