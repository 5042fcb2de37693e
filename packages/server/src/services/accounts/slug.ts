const MAX_LENGTH = 60;

/** Makes a URL-safe name from a display name, different from every taken one. */
export function slugFor(name: string, taken: ReadonlySet<string>): string {
  const base =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}+/gu, '')
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, MAX_LENGTH)
      .replace(/^-+|-+$/g, '') || 'profile';
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}
