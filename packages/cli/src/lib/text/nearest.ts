import { nearest } from '@social/rules/nearest';

/** `: did you mean X?` for a name that was probably mistyped, else nothing. */
export function didYouMean(given: string, names: readonly string[]): string {
  const near = nearest(given, names);
  return near === undefined ? '' : `: did you mean ${near}?`;
}
