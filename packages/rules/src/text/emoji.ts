import type { TextSpan } from './spans.ts';

/** Longer than any emoji, in UTF-16 units: Unicode's longest, a kiss with two skin tones, has 15. */
const MAX_EMOJI_LENGTH = 32;
/** Windows whose emoji is remembered; a text of an attacker can hold any number of them. */
const MAX_REMEMBERED = 1_000;

/** Characters of which emoji are made. Includes digits, joiners, selectors and tags. */
const RUN = /[\p{Emoji}\p{Emoji_Component}]+/gu;
const BEGINS_EMOJI = /^(?:[#*0-9]\uFE0F?\u20E3|[\p{Emoji}--[#*0-9]])/v;

let pattern: RegExp | undefined;
let lengths = new Map<string, number>();

/**
 * Matches keycaps with or without a selector, older emoji with an unneeded selector (after the excepted ones X counts the
 * selector as a separate character), and every sequence that Unicode recommends for interchange, the longest first.
 * The pattern takes 15 ms to compile, so it is compiled on first use.
 */
function emojiPattern(): RegExp {
  pattern ??=
    /^(?:[#*0-9]\uFE0F?\u20E3|[[\p{Emoji_Presentation}&&[\u2000-\u3FFF]]--[⏩-⏬⏰⏳⛎✅✊✋✨❌❎❓-❕➕-➗➰➿]]\uFE0F|[🀄🈚🈯]\uFE0F|\p{RGI_Emoji})/v;
  return pattern;
}

/**
 * Finds the emoji of a text, each as long as possible: a joined family or a skin tone belongs to its emoji.
 * @see https://www.unicode.org/reports/tr51/
 */
export function findEmoji(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const { index: runStart, 0: run } of text.matchAll(RUN)) {
    for (let at = 0; at < run.length; ) {
      const length = emojiLengthAt(run, at);
      if (length > 0) spans.push({ start: runStart + at, end: runStart + at + length });
      at += length || ((run.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
    }
  }
  return spans;
}

/** Returns the length of the emoji that begins at an index, 0 without one. */
function emojiLengthAt(run: string, at: number): number {
  const window = run.slice(at, at + MAX_EMOJI_LENGTH);
  if (!BEGINS_EMOJI.test(window)) return 0;
  let length = lengths.get(window);
  if (length === undefined) {
    // The sequences are thousands, and slow to try, most of all after V8 has compiled 1 MB of patterns: it optimizes no more.
    length = emojiPattern().exec(window)?.[0].length ?? 0;
    if (lengths.size === MAX_REMEMBERED) lengths = new Map();
    lengths.set(window, length);
  }
  return length;
}
