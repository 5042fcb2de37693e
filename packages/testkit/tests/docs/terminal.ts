import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../src/programs/server-process.ts';
import { asShown } from './printed.ts';

/** Sources one file after the other in the same shell, as a person types one command after the other. */
const DRIVER = `
shopt -s expand_aliases
stty cols 160 -echo
trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT
exec 9<"$1"
last=0
while IFS= read -r file <&9; do
  (exit $last); . "$file"; last=$?
  printf '␞%s␞' "$last"
done
`;
const DONE = /␞(\d+)␞/;

/** Result of a command. */
export interface Outcome {
  readonly status: number;
  readonly printed: string;
}

/** A shell on a terminal. */
export interface Terminal extends AsyncDisposable {
  /** Runs shell code to its end. `onPrinted` gets all that it has printed so far. @throws Error when the shell ends */
  run(code: string, onPrinted?: (printed: string) => void): Promise<Outcome>;
  /** Returns what commands in the background have printed since the last command ended. */
  printedSince(): string;
}

/** Opens a terminal of 160 columns in a directory. Background jobs end with it. */
export async function openTerminal(directory: string, env: Readonly<Record<string, string>>): Promise<Terminal> {
  const temporary = temporaryDirectory();
  const [driver, fifo, code] = ['driver.sh', 'fifo', 'code.sh'].map((name) => join(temporary.path, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(driver, DRIVER);
  execFileSync('mkfifo', [fifo]);
  const shell = spawn('script', ['-qfec', `bash --noprofile --norc ${driver} ${fifo}`, '/dev/null'], {
    cwd: directory,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let written = '';
  let onWritten = (): void => {};
  shell.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    written += chunk;
    onWritten();
  });
  const ended = once(shell, 'close');
  const commands = createWriteStream(fifo);
  return {
    async run(command, onPrinted) {
      writeFileSync(code, `${command}\n`);
      written = '';
      const done = new Promise<Outcome>((resolve) => {
        onWritten = () => {
          const [mark, status] = DONE.exec(written) ?? [];
          if (mark === undefined) return onPrinted?.(asShown(written));
          const printed = asShown(written.replace(mark, ''));
          onWritten = () => {};
          onPrinted?.(printed);
          resolve({ status: Number(status), printed });
        };
      });
      commands.write(`${code}\n`);
      const early = ended.then(() => {
        throw new Error(`the shell ended after:\n${asShown(written)}`);
      });
      return await Promise.race([done, early]);
    },
    printedSince: () => asShown(written.replace(DONE, '')),
    async [Symbol.asyncDispose]() {
      commands.end();
      await ended;
      temporary[Symbol.dispose]();
    },
  };
}
