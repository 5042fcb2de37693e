import topLevelDomains from 'tlds' with { type: 'json' };

/** A part of a text that the instance turns into a link. */
export interface Entity {
  readonly kind: 'link' | 'mention' | 'hashtag';
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** The address, the mention without its first `@`, or the tag without `#`. */
  readonly value: string;
}

const domains = new Set<string>(topLevelDomains);

const label = String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}_\-]*[\p{L}\p{M}\p{N}])?`;
const inPath = String.raw`[^\s<>()?]`;
const parentheses = String.raw`\((?:${inPath}+|${inPath}*\(${inPath}+\)${inPath}*)\)`;
const endOfPath = String.raw`(?:[^\s()?!*"'「」<>;:=,.$%\[\]~&|@]|${parentheses})`;
const path = `/(?:(?:${inPath}|${parentheses})*${endOfPath}|${inPath}+/)?`;
const inQuery = String.raw`[a-z0-9!?*'();:&=+$/%#\[\]\-_.,~|@^\u00a0-\ud7ff\uf900-\uffef]`;
const endOfQuery = String.raw`[a-z0-9_&=#/\-\u00a0-\ud7ff\uf900-\uffef]`;

/** An address with a protocol; without one, the instance leaves it as it is. */
const link = new RegExp(
  [
    `(?<![a-z0-9@＠$#＃])(?<protocol>(?:https?|dat|dweb|ipfs|ipns|ssb|gopher|gemini)://)`,
    String.raw`(?<host>${label}(?:\.${label})+)(?<rest>(?::\d+)?(?:${path})?(?:\?${inQuery}*${endOfQuery})?)`,
  ].join(''),
  'giu',
);
const mention =
  /(?<![=/\p{L}\p{M}\p{N}_])@([a-z0-9_]+(?:[a-z0-9_.-]+[a-z0-9_]+)?(?:@[\p{L}\p{M}\p{N}_.-]+[\p{L}\p{M}\p{N}_])?)/giu;
/** Text after which a name is no mention. */
const afterNoMention = /^(?:[@＠]|[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]|:\/\/)/;
const hashtag = /(?<![=/)\p{L}\p{M}\p{N}_])#([\p{L}\p{M}\p{N}_·]*[\p{L}\p{M}_][\p{L}\p{M}\p{N}_·]*)/giu;

/** Finds the links and mentions of a text in their order. Of two that overlap, the first one counts. */
export function findLinksAndMentions(text: string): readonly Entity[] {
  return withoutOverlaps([...findLinks(text), ...findMentions(text)]);
}

/** Finds everything in a text that is shown as a link. */
export function findEntities(text: string): readonly Entity[] {
  const hashtags = [...text.matchAll(hashtag)].map(
    ({ index, 0: found, 1: value = '' }): Entity => ({
      kind: 'hashtag',
      start: index,
      end: index + found.length,
      value,
    }),
  );
  return withoutOverlaps([...findLinks(text), ...findMentions(text), ...hashtags]);
}

function findLinks(text: string): readonly Entity[] {
  return [...text.matchAll(link)].flatMap((match): Entity[] => {
    const { protocol = '', host = '', rest = '' } = match.groups ?? {};
    const labels = host.split('.');
    // The name ends with the last label that begins with a top-level domain; what follows is text.
    const last = labels.findLastIndex((each, index) => index > 0 && topLevelOf(each) !== undefined);
    const top = topLevelOf(labels[last] ?? '');
    if (top === undefined) return [];
    const isWhole = last === labels.length - 1 && top === labels[last];
    const value = `${protocol}${[...labels.slice(0, last), top].join('.')}${isWhole ? rest : ''}`;
    return [{ kind: 'link', start: match.index, end: match.index + value.length, value }];
  });
}

/** Finds the top-level domain at the start of a label: text in another script may follow it without a space. */
function topLevelOf(text: string): string | undefined {
  if (domains.has(text.toLowerCase()) || /^xn--[a-z0-9-]+$/i.test(text)) return text;
  const leading = /^[a-z]+(?![0-9a-z@+-])/i.exec(text)?.[0];
  return leading !== undefined && domains.has(leading.toLowerCase()) ? leading : undefined;
}

function findMentions(text: string): readonly Entity[] {
  return [...text.matchAll(mention)].flatMap(({ index, 0: found, 1: value = '' }): Entity[] => {
    const end = index + found.length;
    return afterNoMention.test(text.slice(end)) ? [] : [{ kind: 'mention', start: index, end, value }];
  });
}

function withoutOverlaps(entities: readonly Entity[]): readonly Entity[] {
  const kept: Entity[] = [];
  for (const entity of entities.toSorted((left, right) => left.start - right.start)) {
    if (entity.start >= (kept.at(-1)?.end ?? 0)) kept.push(entity);
  }
  return kept;
}
