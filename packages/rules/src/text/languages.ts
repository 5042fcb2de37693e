const TAG = /^([a-z]{2,3})(?:-[a-z0-9]{2,8}){0,4}$/i;
let names: Intl.DisplayNames | undefined;
/** Languages that have a code of ISO 639-3 and no name here: Láadan and Balaibalan. */
const UNNAMED: readonly string[] = ['ldn', 'zba'];

/** Returns true for the tag of a known language, such as `en`, `pt-BR` or `zh-Hant-TW`. @see https://www.rfc-editor.org/info/bcp47 */
export function isLanguage(tag: string): boolean {
  // Made at the first use, which takes milliseconds.
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const main = TAG.exec(tag)?.[1]?.toLowerCase();
  return (
    main !== undefined && canonicalLanguage(tag) !== null && (UNNAMED.includes(main) || names.of(main) !== undefined)
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
