import type { TextSpan } from './urls.ts';

let emoji: RegExp | undefined;

/**
 * Matches keycaps with or without a selector, older emoji with an unneeded selector (after the excepted ones X counts the
 * selector as a separate character), and every sequence that Unicode recommends for interchange, the longest first.
 * The look-ahead skips characters that begin no emoji: the sequences are thousands, and slow to try.
 * The pattern takes 15 ms to compile, so it is compiled on first use.
 */
function emojiPattern(): RegExp {
  emoji ??=
    /(?=[#*0-9]\uFE0F?\u20E3|[\p{Emoji}--[#*0-9]])(?:[#*0-9]\uFE0F?\u20E3|[[\p{Emoji_Presentation}&&[\u2000-\u3FFF]]--[⏩-⏬⏰⏳⛎✅✊✋✨❌❎❓-❕➕-➗➰➿]]\uFE0F|[🀄🈚🈯]\uFE0F|\p{RGI_Emoji})/gv;
  return emoji;
}

/**
 * Finds the emoji of a text, each as long as possible: a joined family or a skin tone belongs to its emoji.
 * @see https://www.unicode.org/reports/tr51/
 */
export function findEmoji(text: string): TextSpan[] {
  const matches = Array.from(text.matchAll(emojiPattern()));
  return matches.map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
}
