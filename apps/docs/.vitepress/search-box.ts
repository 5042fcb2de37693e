/** What the theme's search box says of itself to assistive software, and what is true: a dialog with a list of links. */
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

/** Corrects the search box of the theme while it is built. @throws {Error} when a new version of it looks different */
export function mendSearchBox() {
  return {
    name: 'mend-search-box',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!id.endsWith('/VPLocalSearchBox.vue')) return null;
      return MENDS.reduce((mended, [wrong, right]) => {
        const next = mended.replace(wrong, right);
        if (next === mended) throw new Error(`VPLocalSearchBox.vue has no ${wrong} any more`);
        return next;
      }, code);
    },
  };
}
