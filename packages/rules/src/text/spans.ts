/** Part of a text, in UTF-16 indices; `end` is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}
