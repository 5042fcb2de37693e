const MARKS: Readonly<Record<string, string>> = { 'fe,ff': 'utf-16be', 'ff,fe': 'utf-16le', 'ef,bb': 'utf-8' };
/** The first characters of XML in UTF-16 that has no byte order mark. */
const BEGINNINGS: Readonly<Record<string, string>> = { '0,3c': 'utf-16be', '3c,0': 'utf-16le' };

/**
 * Decodes XML or JSON: by its byte order mark, else as the header says, else as its XML declaration says. A text that is not in
 * the encoding that the header says is in the declared one, or in Windows-1252.
 * @see RFC 7303, section 3
 */
export function decodeFeed(bytes: Uint8Array, contentType: string): string {
  const two = [...bytes.subarray(0, 2)].map((byte) => byte.toString(16)).join();
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1];
  const labels = [
    MARKS[two],
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1],
    BEGINNINGS[two],
    declared,
    'utf-8',
  ];
  for (const label of labels) {
    const text = label === undefined ? undefined : decode(bytes, label);
    if (text !== undefined) return text;
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/** @returns undefined for bytes in another encoding, and for an encoding that nobody knows */
function decode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
