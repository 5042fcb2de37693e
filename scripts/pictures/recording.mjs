import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import xterm from '@xterm/headless';
import { programs } from '../programs.mjs';

const SIZE = { cols: 112, rows: 60 };
const POST = 'social post "v1.4.0 is out" --to profnet,microblog,bluesky';
const COMMANDS = [`${POST} --dry-run`, POST, POST];
/** Pauses of a person, in milliseconds: before the first key, between keys, and to read what was printed. */
const PAUSES = { first: 500, key: 30, enter: 300, read: 1500 };
/** The shell says how the last command has ended, as terminals understand it. What is typed is bold, below an empty line. */
const SHELL = String.raw`PS1='\[\e[34;1m\]$\[\e[0;1m\] '
PS0='\e[0m'
PROMPT_COMMAND='printf "\033]133;D;%s\007$between" $?; between="\n"'
bind 'set enable-bracketed-paste off'
stty cols ${SIZE.cols} rows ${SIZE.rows}
`;

/**
 * Types the commands into a shell on a terminal, key by key, and keeps what the screen shows from when to when.
 * @returns `cells`: row, column, text, style, and the seconds from which and, where the cell changed again, to which it was seen;
 *   `text`: the screen at the end; `cols`: its width in letters
 * @throws Error when a command does not end with 0
 */
export async function record(stage) {
  const screen = new xterm.Terminal({ ...SIZE, allowProposedApi: true });
  const shell = openShell(stage);
  const sight = watch(screen);
  const closed = once(shell, 'close');
  const early = closed.then(() => {
    throw new Error(`the shell ended after:\n${textOf(screen)}`);
  });
  early.catch(() => undefined);
  const waiting = [];
  screen.parser.registerOscHandler(133, (mark) => {
    waiting.shift()?.(mark.slice('D;'.length));
    return true;
  });
  const prompted = () => Promise.race([new Promise((resolve) => waiting.push(resolve)), early]);
  let parsed = Promise.resolve();
  shell.stdout.on('data', (bytes) => {
    const at = performance.now();
    parsed = parsed.then(() => new Promise((done) => screen.write(bytes, done))).then(() => sight.look(at));
  });
  try {
    await prompted();
    sight.start();
    await wait(PAUSES.first);
    for (const command of COMMANDS) {
      await type(command, shell.stdin);
      const ended = prompted();
      shell.stdin.write('\r');
      const status = await ended;
      if (status !== '0') throw new Error(`"${command}" ended with ${status}:\n${textOf(screen)}`);
      await wait(PAUSES.read);
    }
    return { cells: sight.end(), text: textOf(screen), cols: SIZE.cols };
  } finally {
    shell.stdin.end('\u0004');
    await closed;
  }
}

async function type(command, keyboard) {
  for (const [index, key] of [...command].entries()) {
    keyboard.write(key);
    await wait(PAUSES.key * (0.6 + ((index * 7) % 10) / 10));
  }
  await wait(PAUSES.enter);
}

/** A shell that knows the command `social`, and nothing of this machine. */
function openShell({ home, url, apiKey }) {
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'social'), `#!/bin/sh\nexec "${process.execPath}" "${programs.cli}" "$@"\n`, { mode: 0o755 });
  writeFileSync(join(home, 'shell.rc'), SHELL);
  return spawn('script', ['-qfec', `bash --noprofile --rcfile ${join(home, 'shell.rc')} -i`, '/dev/null'], {
    cwd: home,
    env: {
      ...{ HOME: home, PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`, TERM: 'xterm-256color' },
      ...{ LANG: 'C.UTF-8', TZ: 'UTC', SOCIAL_BASE_URL: url, SOCIAL_API_KEY: apiKey },
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Keeps for each cell of the screen what stood in it, and when. */
function watch(screen) {
  const open = new Map();
  const cells = [];
  let beginning = 0;
  const look = (at) => {
    const seconds = Math.max(0, (at - beginning) / 1000);
    for (const cell of cellsOf(screen)) {
      const place = `${cell.row} ${cell.column}`;
      const before = open.get(place);
      if (before?.text === cell.text && before?.style === cell.style) continue;
      if (before && before.text !== ' ') cells.push({ ...before, to: seconds });
      open.set(place, { ...cell, from: seconds });
    }
  };
  return {
    look,
    start() {
      beginning = performance.now();
    },
    end: () => [...cells, ...open.values()].filter(({ text }) => text !== ' '),
  };
}

function* cellsOf(screen) {
  const buffer = screen.buffer.active;
  for (let row = 0; row < buffer.length; row += 1) {
    const line = buffer.getLine(row);
    for (let column = 0; column < line.length; column += 1) {
      const cell = line.getCell(column);
      yield { row, column, text: cell.getChars() || ' ', style: styleOf(cell) };
    }
  }
}

/** Words of a cell's style: `bold`, `dim`, `c0` to `c15`. @throws Error for a color that the drawing does not know */
function styleOf(cell) {
  const isPlain = cell.isFgDefault();
  if (!isPlain && !(cell.isFgPalette() && cell.getFgColor() < 16))
    throw new Error(`no such color: ${cell.getFgColor()}`);
  const words = [cell.isBold() && 'bold', cell.isDim() && 'dim', !isPlain && `c${cell.getFgColor()}`];
  return words.filter(Boolean).join(' ');
}

function textOf(screen) {
  const buffer = screen.buffer.active;
  const lines = Array.from({ length: buffer.length }, (_, row) => buffer.getLine(row).translateToString(true));
  return lines.join('\n').trimEnd();
}
