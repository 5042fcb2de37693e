/** Bounds: most UTF-16 units of a text that are cut, most words of it, and most characters of a word. */
const MAX_LENGTH = 30_000;
const MAX_WORDS = 2_000;
const MAX_WORD_LENGTH = 64;
/** Most parts of a name like `docs.example.com` of which every run is a word of its own. */
const MAX_RUN = 4;
/** Length from which the last word of a search may be the beginning of one. Shorter ones begin too many words. */
const MIN_PREFIX_LENGTH = 3;
const MAX_MARKS = 30;

/** Longer runs of marks than a character can have, whose order would take quadratic time to establish. */
const SURPLUS_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');
/** Accents, and the points of Hebrew and Arabic, which their readers mostly leave out. Vowel signs of other scripts stay. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]/gu;
/** Joiners, variation selectors, soft hyphens, and the skin tones of emoji. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Emoji_Modifier}/gu;
/** Letters that do not consist of a base letter and an accent, as they are typed without them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  // The last letter of a Greek word, which is another one inside.
  ς: 'σ',
  '’': "'",
  ʼ: "'",
};
const TO_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/** Scripts in which words are not, or not always, separated: cut into pairs of characters, since readers do not agree on the words. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const RUN = `[${UNSPACED.map((script) => `\\p{Script=${script}}`).join('')}\\u30fc\\u3099\\u309a]+`;
const EMOJI = '\\p{RI}{2}|\\p{Extended_Pictographic}';
/** An id, or its beginning, which counts as one word. */
const ID = '\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){1,3}(?:-[0-9a-f]{1,12})?\\b';
const PIECES = new RegExp(`(?<run>${RUN})|(?<emoji>${EMOJI})|(?<id>${ID})`, 'gu');
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/u;

let segmenter: Intl.Segmenter | undefined;

/** A word that a search asks for. */
export interface SearchWord {
  readonly word: string;
  /** Set where the word may be the beginning of a longer one. */
  readonly isPrefix: boolean;
}

/**
 * Cuts a text into the words by which it is found, each once. They are in lower case and without accents, and hold no space and no
 * quote. Every run of characters of Chinese, Japanese, Korean, Thai and the like is its characters and its pairs of characters. A name or number with dots in it is also its parts, and
 * a word after `#` or `@` is there with this mark and without it. Takes linear time; looks at the first 30,000 characters.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const piece of piecesOf(text)) {
    for (const word of indexedWords(piece)) words.add(word.slice(0, MAX_WORD_LENGTH));
    if (words.size >= MAX_WORDS) break;
  }
  return [...words].slice(0, MAX_WORDS);
}

/** Cuts what somebody searches for into words, each once. The last one may be the beginning of a word. */
export function searchWordsOf(query: string): SearchWord[] {
  const pieces = [...piecesOf(query)];
  const words = new Map<string, SearchWord>();
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    for (const asked of askedWords(piece)) {
      const word = asked.slice(0, MAX_WORD_LENGTH);
      const isPrefix = isLast && (piece.kind === 'word' || piece.kind === 'id') && word.length >= MIN_PREFIX_LENGTH;
      if (!words.has(word) || !isPrefix) words.set(word, { word, isPrefix });
    }
  }
  return [...words.values()];
}

type Piece =
  | { readonly kind: 'run' | 'emoji' | 'id'; readonly text: string }
  /** A word as Unicode cuts it, with `#` or `@` when that is right before it. */
  | { readonly kind: 'word'; readonly text: string; readonly mark: string };

function* piecesOf(text: string): Generator<Piece> {
  const plain = plainTextOf(text);
  let end = 0;
  for (const { 0: found, index, groups } of plain.matchAll(PIECES)) {
    yield* wordPieces(plain.slice(end, index));
    const kind = (['run', 'emoji', 'id'] as const).find((name) => groups?.[name] !== undefined);
    if (kind) yield { kind, text: found };
    end = index + found.length;
  }
  yield* wordPieces(plain.slice(end));
}

/** Compatibility forms, accents and capitals make no difference. */
function plainTextOf(text: string): string {
  const apart = text.slice(0, MAX_LENGTH).toWellFormed().replace(SURPLUS_MARKS, '$1').normalize('NFKD');
  const bare = apart.replace(ACCENTS, '').replace(UNSEEN, '').toLowerCase().replace(ACCENTS, '');
  return bare.replace(TO_PLAIN, (letter) => PLAIN[letter] ?? letter).normalize('NFC');
}

/** Cuts a text without characters of the other kinds. */
function* wordPieces(text: string): Generator<Piece> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    const before = text[index - 1];
    if (isWordLike) yield { kind: 'word', text: segment, mark: before === '#' || before === '@' ? before : '' };
  }
}

function indexedWords(piece: Piece): string[] {
  if (piece.kind !== 'word') {
    if (piece.kind === 'emoji') return [piece.text];
    if (piece.kind === 'run') return [...piece.text, ...pairsOf(piece.text)];
    return [piece.text.replaceAll('-', ''), ...piece.text.split('-')];
  }
  const { text, mark } = piece;
  const runs = runsOf(text);
  // Releases are written with `v` before their number, and without.
  const numbers = /^v\d/.test(text) ? runsOf(text.slice(1)) : [];
  return [...runs, ...numbers, ...(mark === '' ? [] : [mark + joinedWord(text)])];
}

function askedWords(piece: Piece): string[] {
  if (piece.kind === 'emoji') return [piece.text];
  if (piece.kind === 'id') return [piece.text.replaceAll('-', '')];
  if (piece.kind === 'word') return [piece.mark + joinedWord(piece.text)];
  const pairs = pairsOf(piece.text);
  return pairs.length > 0 ? pairs : [piece.text];
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character);
}

/** Writes a word in the form in which it is compared: without apostrophes, and with a dot for any separator that is not ASCII. */
function joinedWord(text: string): string {
  return text.replaceAll("'", '').replace(/[^\p{L}\p{N}\p{M}._:,;]+/gu, '.');
}

/** The runs of a word's parts: of `docs.example.com` also `docs`, `example`, `com`, `docs.example` and `example.com`. */
function runsOf(text: string): string[] {
  if (!SEPARATORS.test(text)) return [text];
  const parts = text.split(SEPARATORS).filter((part) => part !== '');
  const places: { start: number; end: number }[] = [];
  let from = 0;
  for (const part of parts) {
    const start = text.indexOf(part, from);
    from = start + part.length;
    places.push({ start, end: from });
  }
  const runs = [joinedWord(text)];
  for (const [first, { start }] of places.entries()) {
    for (const { end } of places.slice(first, first + MAX_RUN)) runs.push(joinedWord(text.slice(start, end)));
  }
  return runs;
}
