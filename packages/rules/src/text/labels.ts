/** Most characters of a label. */
export const MAX_LABEL_LENGTH = 50;

/** Writes a label as it is stored: in lower case, without spaces around it and without `#` before it. */
export function normalizeLabel(label: string): string {
  return label
    .normalize('NFKC')
    .trim()
    .replace(/^#+\s*/, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .normalize('NFC');
}
