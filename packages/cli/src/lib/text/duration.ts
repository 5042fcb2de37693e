import { usageError } from '../errors.ts';
import { quote } from './terminal-text.ts';

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * Milliseconds of `90m`, `12h`, `7d` or `2w`.
 * @param flag names the option in the error
 * @throws {CliError} for anything else
 */
export function parseDuration(value: string, flag: string): number {
  const match = /^(\d{1,6})([mhdw])$/.exec(value.trim());
  const unitMs = UNITS_MS[match?.[2] ?? ''];
  if (!match || unitMs === undefined) {
    throw usageError(`${flag} ${quote(value)} is not a span of time: write for example 90m, 12h, 7d or 2w`);
  }
  return Number(match[1]) * unitMs;
}
