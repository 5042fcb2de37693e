import { Parser } from 'htmlparser2';

/** Elements that are open at once. The parser searches all of them for each tag, and no head has more. */
const MAX_DEPTH = 100;
const [MAX_TITLE, MAX_DESCRIPTION] = [300, 1_000];

/** The facts of a page that a card shows; each is null where the page does not tell it. */
export interface PageFacts {
  readonly title: string | null;
  readonly description: string | null;
  /** Address of a picture as the page writes it, which may be relative. */
  readonly picture: string | null;
}

/** Names of a fact in the `meta` elements of pages, the one that counts most first. */
const NAMES = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  picture: ['og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image', 'twitter:image:src'],
} as const;

/**
 * Reads the facts of a page's HTML, however broken it is. Stops at the body, and at elements that nest too deep.
 * @see https://ogp.me
 */
export function parsePage(html: string): PageFacts {
  const named = new Map<string, string>();
  let title = '';
  let isInTitle = false;
  let depth = 0;
  const parser = new Parser({
    onopentag(tag, { property, name, content }) {
      depth += 1;
      if (tag === 'body' || depth > MAX_DEPTH) return parser.pause();
      isInTitle = tag === 'title' && title === '';
      const key = (property ?? name ?? '').trim().toLowerCase();
      if (tag === 'meta' && content !== undefined && key !== '' && !named.has(key)) named.set(key, content);
    },
    ontext(text) {
      if (isInTitle && title.length < MAX_TITLE * 4) title += text;
    },
    onclosetag(tag) {
      depth -= 1;
      if (tag === 'title') isInTitle = false;
      if (tag === 'head') parser.pause();
    },
  });
  parser.end(html);
  const first = (names: readonly string[], max: number) =>
    names.map((name) => clean(named.get(name) ?? '', max)).find((text) => text !== '') ?? null;
  return {
    title: first(NAMES.title, MAX_TITLE) ?? (clean(title, MAX_TITLE) || null),
    description: first(NAMES.description, MAX_DESCRIPTION),
    picture: first(NAMES.picture, 2_048),
  };
}

/** Removes what cannot be seen, and cuts a text that is too long at a whole character. */
function clean(text: string, max: number): string {
  const whole = text.toWellFormed().replace(/\p{Cc}|[\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/gu, ' ');
  const line = whole.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  // A pair of surrogates is one character.
  const start = line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${start.trimEnd()}…`;
}
