import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A directory whose disk can be made to take nothing more from a process, and to take it again. */
export interface UnwritableDisk extends Disposable {
  readonly path: string;
  refuse(pid: number): void;
  accept(pid: number): void;
}

/** Room for the server's log, which grows to 12 MiB before its pages are copied, and for the database. */
const DISK_MIB = 32;

/** Every way to do so that this machine allows; the first one works everywhere. */
export const WAYS: readonly { readonly name: string; open(): UnwritableDisk }[] = [
  { name: 'a file-size limit is reached', open: openLimited },
  ...(allows(openSmall) ? [{ name: 'the disk is full', open: openSmall }] : []),
  ...(allows(openImmutable) ? [{ name: 'the log turned read-only', open: openImmutable }] : []),
];

function allows(open: () => UnwritableDisk): boolean {
  try {
    using disk = open();
    writeFileSync(join(disk.path, 'social.db-wal'), 'x');
    disk.refuse(process.pid);
    disk.accept(process.pid);
    return true;
  } catch {
    return false;
  }
}

/** A new directory on the disk: temporary files may be kept in memory, which has no such attributes and limits. */
function newDirectory(): string {
  return mkdtempSync('/var/tmp/social-disk-');
}

/** The limit of the process itself: writes that would make a file longer fail with EFBIG. */
function openLimited(): UnwritableDisk {
  const path = newDirectory();
  const limit = (pid: number, bytes: string) => execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`]);
  return {
    path,
    refuse: (pid) => limit(pid, '4096'),
    accept: (pid) => limit(pid, 'unlimited'),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Makes a separate file system, filled to the last byte: writes fail with ENOSPC. */
function openSmall(): UnwritableDisk {
  const path = newDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', path], { stdio: 'pipe' });
  const filler = join(path, 'filler');
  return {
    path,
    refuse() {
      try {
        // A whole page at a time, so that the last one is taken too.
        for (;;) writeFileSync(filler, Buffer.alloc(4096), { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    accept: () => rmSync(filler),
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Writes to an immutable file fail with EPERM, even through a handle that was opened before. */
function openImmutable(): UnwritableDisk {
  const path = newDirectory();
  const log = join(path, 'social.db-wal');
  const change = (flag: string) => execFileSync('chattr', [flag, log], { stdio: 'pipe' });
  return {
    path,
    refuse: () => change('+i'),
    accept: () => change('-i'),
    [Symbol.dispose]() {
      if (existsSync(log) && statSync(log).isFile()) change('-i');
      rmSync(path, { recursive: true, force: true });
    },
  };
}
