import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { unpackFromDebian } from './debian.mjs';

/** Python of the system, where Debian's modules belong, and not one that a person has put first in the `PATH`. */
const SYSTEM_PYTHON = '/usr/bin/python3';

/** Python with httpx, the HTTP client of the guide for Python. Programs of pages see the system's folders only. */
export const PYTHON = {
  ...{ name: 'python3', title: 'Python with httpx' },
  ...{ probe: ['-c', 'import httpx'], env: { PATH: '/usr/local/bin:/usr/bin:/bin' } },
  unpack: unpackPython,
};

/** Unpacks httpx, and Python where it is missing, into a folder. Returns how to start it, see `keepProgram`. */
async function unpackPython(folder) {
  const { environment } = await unpackFromDebian(folder, { name: 'python3-httpx' });
  const program = existsSync(join(folder, 'usr/bin/python3')) ? 'usr/bin/python3' : relative(folder, SYSTEM_PYTHON);
  return { program, environment: { ...environment, PYTHONPATH: ['usr/lib/python3/dist-packages'] } };
}
