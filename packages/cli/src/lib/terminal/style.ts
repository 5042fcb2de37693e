import { Chalk, type ChalkInstance } from 'chalk';
import type { Io } from '../io.ts';
import { allowsColor } from './tty.ts';

/** The signs of states on this terminal. */
export interface Style {
  readonly color: ChalkInstance;
  readonly ok: string;
  readonly failed: string;
  readonly waiting: string;
  /** Sign of a canceled platform. */
  readonly canceled: string;
  /** Separator between parts of a summary. */
  readonly dot: string;
}

/** Creates signs, with colors where they are welcome, and in ASCII where the locale needs it. */
export function createStyle(io: Io): Style {
  const color = new Chalk({ level: allowsColor(io) ? 1 : 0 });
  const locale = io.env['LC_ALL'] || io.env['LC_CTYPE'] || io.env['LANG'];
  const isUnicode = locale === undefined || /utf-?8/i.test(locale);
  return {
    color,
    ok: color.green(isUnicode ? '✔' : '+'),
    failed: color.red(isUnicode ? '✖' : 'x'),
    waiting: color.yellow(isUnicode ? '…' : '?'),
    canceled: color.dim(isUnicode ? '–' : '-'),
    dot: isUnicode ? '·' : '|',
  };
}
