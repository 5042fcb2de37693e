import type { TextSpan } from './urls.ts';

let emoji: RegExp | undefined;

/**
 * Keycaps with or without a selector, older emoji with a selector that they do not need (X takes the selector for a character
 * of its own after the excepted ones), and every sequence that Unicode recommends for interchange, the longest first.
 * The look ahead passes over what begins no emoji: the sequences are thousands, and are slow to try.
 * The pattern takes 15 ms to compile, so it is compiled on first use.
 */
function emojiPattern(): RegExp {
  emoji ??=
    /(?=[#*0-9]\uFE0F?\u20E3|[\p{Emoji}--[#*0-9]])(?:[#*0-9]\uFE0F?\u20E3|[[\p{Emoji_Presentation}&&[\u2000-\u3FFF]]--[⏩-⏬⏰⏳⛎✅✊✋✨❌❎❓-❕➕-➗➰➿]]\uFE0F|[🀄🈚🈯]\uFE0F|\p{RGI_Emoji})/gv;
  return emoji;
}

/**
 * The emoji of a text, each as long as possible: a joined family or a skin tone belongs to its emoji.
 * @see https://www.unicode.org/reports/tr51/
 */
export function findEmoji(text: string): TextSpan[] {
  return Array.from(text.matchAll(emojiPattern()), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}
