/** Roles of the theme's search box, and the right ones for assistive software: a dialog with a list of links. */
const MENDS: readonly (readonly [string, string])[] = [
  ['role="button"', 'role="dialog" aria-modal="true"'],
  [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ''],
  ['aria-expanded="true"', ''],
  ['aria-haspopup="listbox"', ''],
  [`:role="results?.length ? 'listbox' : undefined"`, ''],
  [`:aria-selected="selectedIndex === index ? 'true' : 'false'"`, ''],
  ['role="option"', ''],
  [`:aria-label="[...p.titles, p.title].join(' > ')"`, ''],
  [
    '<kbd :aria-label="translate(\'modal.footer.navigateUp',
    '<kbd role="img" :aria-label="translate(\'modal.footer.navigateUp',
  ],
  [
    '<kbd :aria-label="translate(\'modal.footer.navigateDown',
    '<kbd role="img" :aria-label="translate(\'modal.footer.navigateDown',
  ],
  [
    '<kbd :aria-label="translate(\'modal.footer.selectKey',
    '<kbd role="img" :aria-label="translate(\'modal.footer.selectKey',
  ],
];

/** Corrects the theme's search box during the build. @throws {Error} when a new version of the theme differs */
export function mendSearchBox() {
  return {
    name: 'mend-search-box',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!id.endsWith('/VPLocalSearchBox.vue')) return null;
      return MENDS.reduce((mended, [wrong, right]) => {
        const next = mended.replace(wrong, right);
        if (next === mended) throw new Error(`VPLocalSearchBox.vue no longer has ${wrong}`);
        return next;
      }, code);
    },
  };
}
