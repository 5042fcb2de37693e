const URN = /urn:[a-z]+:[a-z]+:[\w-]+/i;

/**
 * Finds the id of a post in a text that a person copied from a network. In an address it takes the URN, the parameter
 * `v`, or else the last part of the path; any other text counts as the id.
 */
export function idIn(copied: string): string {
  const text = copied.trim();
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url) return text;
  const path = decode(url.pathname);
  return URN.exec(path)?.[0] ?? url.searchParams.get('v') ?? path.split('/').filter(Boolean).at(-1) ?? '';
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // The path contains a percent sign that escapes nothing.
    return path;
  }
}
