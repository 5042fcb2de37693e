import { existsSync, globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { capture } from '../programs.mjs';
import { debianMirror } from './debian.mjs';

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** Swift from Debian 13, which checks checksums; the Python that it runs on, and all that it imports, from Debian 12. */
const FROM_TRIXIE = ['python3-swift'];
const PYTHON = ['python3.11-minimal', 'libpython3.11-minimal', 'libpython3.11-stdlib'];
const LIBRARIES = `
  libbz2-1.0 libcrypt1 liberasurecode1 libexpat1 libffi8 libicu72 liblzma5 libnsl2 libsqlite3-0 libssl3 libtirpc3 libuuid1
  libxml2 libxslt1.1 libyaml-0-2 zlib1g`;
const MODULES = `
  certifi cffi-backend chardet charset-normalizer cryptography dateutil debtcollector dnspython eventlet greenlet idna
  importlib-metadata iso8601 lxml more-itertools msgpack netaddr netifaces openssl oslo.config oslo.context oslo.i18n oslo.log
  oslo.serialization oslo.utils packaging paste pastedeploy pbr pkg-resources pyeclib pyinotify pyparsing requests rfc3986 six
  stevedore tempita tz urllib3 wrapt xattr yaml zipp`;

const words = (text) => text.trim().split(/\s+/);

/** Returns what the packages of Swift need and this machine lacks, or null. */
export function reasonAgainstSwift() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'Linux on x64';
  const missing = ['/usr/bin/apt-get', '/usr/bin/dpkg', KEYRING].find((path) => !existsSync(path));
  return missing ?? null;
}

/**
 * Unpacks OpenStack Swift and its Python into a folder, with package lists of its own: nothing is installed, and root is not
 * needed. Returns how to start Python, see `keepProgram`.
 */
export async function unpackSwift(folder) {
  const apt = join(folder, '.apt');
  for (const path of ['state/lists/partial', 'cache/archives/partial', 'archives']) {
    await mkdir(join(apt, path), { recursive: true });
  }
  const releases = ['bookworm', 'trixie'];
  const mirror = await debianMirror(releases);
  const sources = releases.map((suite) => `deb [signed-by=${KEYRING}] ${mirror} ${suite} main\n`);
  await writeFile(join(apt, 'sources.list'), sources.join(''));
  const options = {
    ...{ 'Dir::Etc::sourcelist': join(apt, 'sources.list'), 'Dir::Etc::sourceparts': '/dev/null' },
    ...{ 'Dir::State': join(apt, 'state'), 'Dir::State::status': '/dev/null', 'Dir::Cache': join(apt, 'cache') },
    ...{ 'Debug::NoLocking': '1', 'APT::Sandbox::User': 'root', 'Acquire::Languages': 'none' },
  };
  const shared = ['-qq', ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
  await capture('apt-get', [...shared, 'update']);
  const modules = words(MODULES).map((name) => `python3-${name}`);
  const packages = [
    ...FROM_TRIXIE.map((name) => `${name}/trixie`),
    ...[...PYTHON, ...words(LIBRARIES), ...modules].map((name) => `${name}/bookworm`),
  ];
  await capture('apt-get', [...shared, 'download', ...packages], { cwd: join(apt, 'archives') });
  for (const file of globSync(join(apt, 'archives/*.deb'))) await capture('dpkg', ['--extract', file, folder]);
  for (const path of ['.apt', 'usr/share', 'etc']) await rm(join(folder, path), { recursive: true, force: true });
  const libraries = 'usr/lib/x86_64-linux-gnu';
  return {
    program: 'usr/bin/python3.11',
    environment: {
      LD_LIBRARY_PATH: [libraries, 'lib/x86_64-linux-gnu'],
      OPENSSL_MODULES: [`${libraries}/ossl-modules`],
      PYTHONPATH: ['usr/lib/python3/dist-packages'],
    },
  };
}
