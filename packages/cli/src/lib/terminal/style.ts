import { Chalk, type ChalkInstance } from 'chalk';
import type { Io } from '../io.ts';
import { allowsColor } from './tty.ts';

/** How states look on this terminal. */
export interface Style {
  readonly color: ChalkInstance;
  readonly ok: string;
  readonly failed: string;
  readonly waiting: string;
  /** Called off by the user. */
  readonly canceled: string;
  /** Between parts of a summary. */
  readonly dot: string;
}

/** Colours only where they are welcome; plain ASCII signs where the locale cannot show others. */
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
