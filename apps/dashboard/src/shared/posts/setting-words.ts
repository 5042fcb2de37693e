/** Labels that a post may ask of every network, and their names for people. */
export const POST_LABELS = { aiGenerated: 'Made with AI', paidPartnership: 'Paid partnership' } as const;
export const POST_LABEL_NAMES = ['aiGenerated', 'paidPartnership'] as const;

const WORDS: Readonly<Record<string, string>> = { id: 'ID', ids: 'IDs', langs: 'languages', ms: 'in milliseconds' };

/** Names a setting for people: `Reply settings` for `replySettings`. */
export function settingLabel(name: string): string {
  return name in POST_LABELS ? POST_LABELS[name as keyof typeof POST_LABELS] : inWords(name);
}

/** Writes a name of the contract as words. */
export function inWords(name: string): string {
  const words = /^[A-Z_]+$/.test(name) ? name.toLowerCase() : name.replace(/[A-Z]/g, (letter) => ` ${letter}`);
  const text = words
    .toLowerCase()
    .split(/[\s_!-]+/)
    .filter((word) => word !== '')
    .map((word) => WORDS[word] ?? word)
    .join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
