/** An address, inside which nothing is formatted, or a sign that an escape makes literal. */
const addressOrEscape = /https?:\/\/[^\s<]+|\\([!-/:-@[-`{-~])/g;

/** A message as readers see it, as far as escapes go; formatting itself is left as it was written. */
export function withoutEscapes(content: string): string {
  return content.replace(addressOrEscape, (piece, sign: string | undefined) => sign ?? piece);
}
