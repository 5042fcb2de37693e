import { findLinks } from '../text/links/links.ts';
import { LINES, PARAGRAPHS, VERBATIM } from './elements.ts';

const BLANK = '\n\n';
const CELL = ' | ';
/** In UTF-16 units. */
const MAX_ADDRESS_LENGTH = 2048;
/** Lists in lists of which each is indented. */
const MAX_INDENT = 8;

export interface LinkOptions {
  /** Address of the page. Relative addresses are left out without it, and links within the page always. */
  readonly base?: string;
}

interface List {
  /** Number of its next item; null without numbers. */
  next: number | null;
}

/** Writes the text of elements, in the order of a document. */
export class TextWriter {
  readonly #links: LinkOptions | undefined;
  readonly #pieces: string[] = [];
  /** White space or separator before the next word. */
  #gap = '';
  /** Sign before the next word, at the beginning of an item. */
  #mark = '';
  readonly #lists: List[] = [];
  #blocks = 0;
  #verbatim = 0;
  #isFirstCell = true;
  #link: { readonly from: number; readonly address: string } | null = null;
  /** Addresses by the number of the piece that follows them. */
  readonly #addresses = new Map<number, string>();

  constructor(links: LinkOptions | undefined) {
    this.#links = links;
  }

  /** @param href its attribute; an empty text without one */
  open(name: string, href: string): void {
    if (name === 'br') this.#gap = this.#gap.includes('\n') ? BLANK : '\n';
    if (name === 'a') this.#openLink(href);
    if (name === 'tr') this.#isFirstCell = true;
    if (name === 'td' || name === 'th') this.#openCell();
    this.#separate(name);
    if (name === 'ol' || name === 'ul' || name === 'menu') this.#openList(name);
    if (name === 'li') this.#openItem();
    if (isBlock(name)) this.#blocks += 1;
    if (VERBATIM.has(name)) this.#verbatim += 1;
  }

  close(name: string): void {
    if (name === 'a') this.#closeLink();
    if (name === 'ol' || name === 'ul' || name === 'menu') this.#lists.pop();
    if (name === 'li') this.#mark = '';
    if (isBlock(name)) this.#blocks -= 1;
    if (VERBATIM.has(name)) {
      this.#verbatim -= 1;
      this.#gap = '';
    }
    this.#separate(name);
  }

  text(text: string): void {
    for (const piece of text.split(/(\s+)/)) {
      if (piece === '') continue;
      if (piece.trim() !== '') this.#write(piece);
      else this.#space(piece.replace(/\r\n?/g, '\n'));
    }
  }

  /** The whole text. No address stands in it twice. */
  end(): string {
    this.#closeLink();
    const text = this.#pieces.join('');
    const known = new Set(findLinks(text).map(({ start, end }) => keyOf(text.slice(start, end))));
    for (const [at, address] of this.#addresses) {
      const key = keyOf(address);
      if (known.has(key)) continue;
      known.add(key);
      const next = this.#pieces[at] ?? '';
      // Brackets in brackets would become part of the address at some networks.
      this.#pieces[at] = `${next.startsWith(')') ? `: ${address}` : ` (${address})`}${next}`;
    }
    return this.#pieces.join('');
  }

  #separate(name: string): void {
    if (PARAGRAPHS.has(name)) this.#widen(this.#lists.length > 0 ? '\n' : BLANK);
    else if (LINES.has(name)) this.#widen('\n');
  }

  #widen(gap: string): void {
    if (breaksOf(gap) > breaksOf(this.#gap) || this.#gap === '') this.#gap = gap;
  }

  /** Outside of paragraphs a line break is one, as plain text has it. */
  #space(white: string): void {
    if (this.#verbatim > 0) this.#gap += this.#gap.includes('\n') && white.startsWith('\n') ? white.slice(1) : white;
    else this.#widen(this.#blocks > 0 || !white.includes('\n') ? ' ' : breaksOf(white) > 1 ? BLANK : '\n');
  }

  #write(word: string): void {
    const isFirst = this.#pieces.length === 0;
    const isIndented = this.#verbatim === 0 && (isFirst || this.#gap.includes('\n'));
    const depth = Math.min(MAX_INDENT, Math.max(0, this.#lists.length - (this.#mark === '' ? 0 : 1)));
    this.#pieces.push(`${isFirst ? '' : this.#gap}${isIndented ? '  '.repeat(depth) : ''}${this.#mark}${word}`);
    this.#gap = '';
    this.#mark = '';
  }

  #openList(name: string): void {
    // A list follows its heading or text directly.
    if (this.#gap === BLANK) this.#gap = '\n';
    this.#lists.push({ next: name === 'ol' ? 1 : null });
  }

  #openItem(): void {
    this.#gap = '\n';
    const list = this.#lists.at(-1);
    this.#mark = list?.next ? `${list.next}. ` : '• ';
    if (list?.next) list.next += 1;
  }

  #openCell(): void {
    if (!this.#isFirstCell && !this.#gap.includes('\n')) this.#gap = CELL;
    this.#isFirstCell = false;
  }

  #openLink(href: string): void {
    this.#closeLink();
    const address = this.#links ? addressOf(href.trim(), this.#links.base) : null;
    this.#link = address === null ? null : { from: this.#pieces.length, address };
  }

  #closeLink(): void {
    const link = this.#link;
    this.#link = null;
    if (!link) return;
    const shown = this.#pieces.slice(link.from).join('').trim();
    if (shown === '') return;
    // What is shown may be the address without its scheme, or only its beginning.
    const isAddress = /^[^\s…]+(?:…|\.\.\.)?$/.test(shown) && keyOf(link.address).startsWith(keyOf(shown));
    if (isAddress && shown.includes('.')) {
      const [first = ''] = this.#pieces.splice(link.from);
      this.#pieces.push(`${/^\s*/.exec(first)?.[0] ?? ''}${link.address}`);
    } else this.#addresses.set(this.#pieces.length, link.address);
  }
}

function isBlock(name: string): boolean {
  return name !== 'hr' && (PARAGRAPHS.has(name) || LINES.has(name));
}

function breaksOf(white: string): number {
  return white.split('\n').length - 1;
}

/** What two ways to write one address have in common. */
function keyOf(address: string): string {
  const shown = address.replace(/(?:…|\.\.\.)$/, '');
  return shown
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '');
}

/** The address that a link leads to; null for what is no page, or a place within this one. */
function addressOf(href: string, base: string | undefined): string | null {
  if (href === '' || href.startsWith('#') || href.length > MAX_ADDRESS_LENGTH) return null;
  const url = URL.parse(href, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  if (base !== undefined && withoutHash(url) === withoutHash(URL.parse(base))) return null;
  const [written] = findLinks(href);
  const isReadable = written?.hasScheme && written.start === 0 && written.end === href.length;
  return isReadable ? href : url.href;
}

function withoutHash(url: URL | null): string | undefined {
  return url?.href.slice(0, url.href.length - url.hash.length);
}
