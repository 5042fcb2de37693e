import type { ExitCode } from '../../lib/exit-codes.ts';

/** The result of one check. */
export interface Finding {
  readonly check: string;
  /** `off` means not in use, which is not a fault. */
  readonly state: 'ok' | 'warning' | 'failed' | 'off';
  readonly message: string;
  /** The command to run or the value to set; null when nothing needs fixing. */
  readonly fix: string | null;
  /** Exit code for a failure. */
  readonly exitCode?: ExitCode;
}

export function fine(check: string, message: string): Finding {
  return { check, state: 'ok', message, fix: null };
}

export function warning(check: string, message: string, fix: string): Finding {
  return { check, state: 'warning', message, fix };
}

export function failed(check: string, exitCode: ExitCode, { message, fix }: { message: string; fix: string }): Finding {
  return { check, state: 'failed', message, fix, exitCode };
}

/** Describes how to change a value at its source; a stored value has no effect while a flag or variable is set. */
export function howToSet(name: 'base-url' | 'profile', source: string, value: string): string {
  if (source === 'flag') return `--${name} ${value}`;
  if (source === 'environment') return `SOCIAL_${name.replace('-', '_').toUpperCase()}=${value}`;
  return `social config set ${name} ${value}`;
}
