/**
 * Decodes XML or JSON: by its byte order mark, else as the header says, else as its XML declaration says.
 * @see RFC 7303, section 3
 */
export function decodeFeed(bytes: Uint8Array, contentType: string): string {
  const mark = [...bytes.subarray(0, 2)].join();
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label =
    { '254,255': 'utf-16be', '255,254': 'utf-16le' }[mark] ??
    /charset="?([\w.:-]+)/i.exec(contentType)?.[1] ??
    /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\bencoding=["']([\w.:-]+)/i.exec(start)?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
