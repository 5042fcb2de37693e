/** The way to a value inside a document: names of members and positions in lists. */
export type Path = readonly (string | number)[];

const shownCharacters = 256;
const shownMembers = 2;

/** A value that does not follow its schema. */
export class InvalidValueError extends Error {
  /** The sentence without the place of the value. */
  readonly problem: string;

  constructor(problem: string, path: Path) {
    super(`${problem} at $${path.map(step).join('')}`);
    this.problem = problem;
  }
}

function step(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return /^[A-Za-z_$]\w*$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}

/** The problem of a value of another type. */
export function unexpectedType(value: unknown, expected: readonly string[]): string {
  return `Expected ${oneOf(expected)} value type (got ${preview(value)})`;
}

/** The problem of a value outside those allowed. */
export function unexpectedValue(value: unknown, allowed: readonly string[]): string {
  return `Expected ${oneOf(allowed.map((each) => JSON.stringify(each)))} (got ${preview(value)})`;
}

function oneOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `one of ${words.slice(0, -1).join(', ')} or ${last}`;
}

/** Writes a value as the network's messages show it: shortened, and without what is inside of it. */
export function preview(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  if (Array.isArray(value)) return `[${listed(value.map(preview))}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{${listed(Object.keys(value).map((name) => `${JSON.stringify(name)}: ...`))}}`;
}

function shortened(text: string): string {
  return text.length < shownCharacters ? text : `${text.slice(0, shownCharacters - 1)}…`;
}

function listed(parts: readonly string[]): string {
  return parts.slice(0, shownMembers).join(', ') + (parts.length > shownMembers ? ', ...' : '');
}
