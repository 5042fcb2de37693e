import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Contents by the path of the file in a directory. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A directory that is removed with its scope. */
export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string;
  /** Writes files that only their owner can read, and makes their directories. */
  write(files: Files): Promise<void>;
  /** Writes a program and returns its path. */
  writeProgram(name: string, script: string): Promise<string>;
  read(name: string): Promise<string>;
}

/** Creates a directory with files. */
export async function temporaryDirectory(files: Files = {}): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'social-cli-'));
  const directory: TemporaryDirectory = {
    path,
    async write(more) {
      for (const [name, content] of Object.entries(more)) await write(join(path, name), content, 0o600);
    },
    async writeProgram(name, script) {
      await write(join(path, name), script, 0o755);
      return join(path, name);
    },
    read: (name) => readFile(join(path, name), 'utf8'),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
  await directory.write(files);
  return directory;
}

async function write(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content, { mode });
}
