import topLevelDomains from 'tlds' with { type: 'json' };

/** Longest text of a post, in weighted characters, and longest one of an account with a subscription. */
export const maxWeightedLength = 280;
export const maxLongLength = 4000;

const urlLength = 23;
const emojiLength = 2;

/** Code points that count one; every other counts two. */
const singleWeight: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];

const domains = new Set<string>(topLevelDomains);

const latin = String.raw`a-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f`;
const anyLabel = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_\-]*[\p{L}\p{N}])?`;
const latinLabel = `[${latin}](?:[${latin}_-]*[${latin}])?`;
const inPath = String.raw`[${latin}\u0400-\u04ff!*';:=+,.$/%#\[\]\-–_~@|&]`;
const endOfPath = String.raw`[${latin}\u0400-\u04ff+\-=_#/]`;
const path = String.raw`/(?:(?:${inPath}|\(${inPath}+\))*(?:${endOfPath}|\(${inPath}+\)))?`;
const query = String.raw`\?[a-z0-9!?*'@();:&=+$/%#\[\]\-_.,~|]*[a-z0-9\-_&=#/]`;

/** A possible address: any host after a protocol, or a Latin host that does not follow a word or sign. */
const candidate = new RegExp(
  [
    String.raw`(?:(?<![a-z0-9@＠$#＃])(?<protocol>https?://)(?<host>${anyLabel}(?:\.${anyLabel})+)`,
    String.raw`|(?<![${latin}@＠$#＃_\-./])(?<bare>${latinLabel}(?:\.${latinLabel})+))`,
    String.raw`(?<rest>(?::\d+)?(?:${path})?(?:${query})?)`,
  ].join(''),
  'giu',
);
/** The expression takes 10 ms to create, so it is created on first use. */
let emoji: RegExp | undefined;

/**
 * Counts a text as the network does: composed (NFC) first, every address 23, every emoji 2, scripts such as Chinese,
 * Japanese and Korean 2 per character, everything else 1.
 *
 * @see https://docs.x.com/fundamentals/counting-characters
 */
export function countWeightedLength(text: string): number {
  let count = 0;
  let from = 0;
  const composed = text.normalize('NFC');
  for (const { index, url } of findLinks(composed)) {
    count += countPlain(composed.slice(from, index)) + urlLength;
    from = index + url.length;
  }
  return count + countPlain(composed.slice(from));
}

/** Finds the addresses that the network turns into links, in order, with the place of each. */
export function* findLinks(text: string): Generator<{ readonly index: number; readonly url: string }> {
  for (const match of text.matchAll(candidate)) {
    const url = linkOf(match);
    if (url) yield { index: match.index, url };
  }
}

/** Returns the part of a possible address that the network turns into a link. */
function linkOf(match: RegExpMatchArray): string | undefined {
  const { protocol = '', host, bare = '', rest = '' } = match.groups ?? {};
  const labels = (host ?? bare).split('.');
  for (let last = labels.length - 1; last > 0; last -= 1) {
    const label = labels[last] ?? '';
    const top = topLevelOf(label);
    if (top === undefined) continue;
    const isWhole = last === labels.length - 1 && top === label;
    const hasTail = isWhole && (protocol !== '' || !rest.startsWith('?'));
    return `${protocol}${[...labels.slice(0, last), top].join('.')}${hasTail ? rest : ''}`;
  }
  return undefined;
}

/** Finds a top-level domain at the start of a label: text in another script may follow it without a space. */
function topLevelOf(label: string): string | undefined {
  if (domains.has(label.toLowerCase())) return label;
  const leading = /^[a-z]+(?![0-9a-z@+-])/i.exec(label)?.[0];
  return leading !== undefined && domains.has(leading.toLowerCase()) ? leading : undefined;
}

function countPlain(text: string): number {
  let count = 0;
  emoji ??= /\p{RGI_Emoji}/gv;
  const withoutEmoji = text.replace(emoji, (sequence) => {
    if (isPlain(sequence)) return sequence;
    count += emojiLength;
    return '';
  });
  for (const character of withoutEmoji) {
    const point = character.codePointAt(0) ?? 0;
    count += singleWeight.some(([first, last]) => point >= first && point <= last) ? 1 : 2;
  }
  return count;
}

/** Returns true for digits and signs, which are emoji only with a variation selector. */
function isPlain(sequence: string): boolean {
  return sequence.length === 1 && sequence.charCodeAt(0) < 0x2000;
}
