import type { ExitCode } from '../../lib/exit-codes.ts';

/** What one check found. */
export interface Finding {
  readonly check: string;
  /** `off`: not in use, which is nobody's mistake. */
  readonly state: 'ok' | 'warning' | 'failed' | 'off';
  readonly message: string;
  /** The command to run or the value to set, where there is something to mend. */
  readonly fix: string | null;
  /** What a failure makes the command end with. */
  readonly exitCode?: ExitCode;
}

export function fine(check: string, message: string): Finding {
  return { check, state: 'ok', message, fix: null };
}

export function warning(check: string, message: string, fix: string): Finding {
  return { check, state: 'warning', message, fix };
}

/** Two things to say beside the name, so they come as one object. */
export function failed(check: string, exitCode: ExitCode, { message, fix }: { message: string; fix: string }): Finding {
  return { check, state: 'failed', message, fix, exitCode };
}

/** How to give a value another one where it comes from: what is stored changes nothing beside a flag or a variable. */
export function howToSet(name: 'base-url' | 'profile', source: string, value: string): string {
  if (source === 'flag') return `--${name} ${value}`;
  if (source === 'environment') return `SOCIAL_${name.replace('-', '_').toUpperCase()}=${value}`;
  return `social config set ${name} ${value}`;
}
