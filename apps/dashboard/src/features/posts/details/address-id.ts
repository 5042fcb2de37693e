const URN = /urn:[a-z]+:[a-z]+:[\w-]+/i;

/**
 * The id of a post in what a person copied from a network: an id stays as it is; of an address it is the URN in it, the
 * parameter `v`, or else the last part of its path.
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
    // A percent sign that stands for itself.
    return path;
  }
}
