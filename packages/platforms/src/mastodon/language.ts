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
