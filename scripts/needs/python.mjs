import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
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
  const unpacked = await unpackFromDebian(folder, { name: 'python3-httpx' });
  const program = existsSync(join(folder, 'usr/bin/python3')) ? 'usr/bin/python3' : relative(folder, SYSTEM_PYTHON);
  const environment = { ...unpacked.environment, PYTHONPATH: ['usr/lib/python3/dist-packages'] };
  // httpx reads the trusted certificates when it starts, which a small machine lacks.
  const certificates = globSync('usr/share/ca-certificates/mozilla/*.crt', { cwd: folder });
  if (certificates.length > 0) {
    const texts = await Promise.all(certificates.map((file) => readFile(join(folder, file), 'utf8')));
    await writeFile(join(folder, 'certificates.pem'), texts.join('\n'));
    environment['SSL_CERT_FILE'] = ['certificates.pem'];
  }
  return { program, environment };
}
