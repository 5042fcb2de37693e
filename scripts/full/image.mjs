import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { reasonAgainstRoot, withFolder } from '../bare-root.mjs';
import { buildImage } from '../deploy/build-image.mjs';
import { checkFiles } from '../deploy/check-files.mjs';
import { tryCompose } from '../deploy/try-compose.mjs';
import { tryImage } from '../deploy/try-image.mjs';
import { tryService } from '../deploy/try-service.mjs';
import { installMissing } from '../needs/installed.mjs';

const TOOLS = {
  caddy: 'caddy',
  debootstrap: 'debootstrap',
  'docker-compose': 'docker-compose',
  ip: 'iproute2',
  openssl: 'openssl',
  'systemd-analyze': 'systemd',
  'systemd-nspawn': 'systemd-container',
};

const MEMORY = '/dev/shm';
/** The roots take 2.6 GB. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/** Stops the run when a server or tool hangs. */
const MOST_MS = 20 * 60_000;

/** Builds and runs what operators install. Returns 0, also where it is left out; throws when something is wrong. */
export async function testImage() {
  if (process.platform !== 'linux' || userInfo().uid !== 0) {
    console.log('Left out: what operators install. Trying it needs Linux and root.');
    return 0;
  }
  const limit = setTimeout(() => {
    console.error(`Not ended within ${MOST_MS / 60_000} minutes.`);
    process.exit(1);
  }, MOST_MS);
  try {
    await installMissing(TOOLS);
    const reason = reasonAgainstRoot();
    if (reason !== null) throw new Error(`The image cannot be tried: that needs ${reason}.`);
    const checkout = fileURLToPath(new URL('../..', import.meta.url));
    const args = { VERSION: '1.2.3', SOURCE: 'https://code.example.org/social' };
    await withFolder(
      async (folder, signal) => {
        await checkFiles({ checkout, folder: `${folder}/files` });
        const image = await buildImage({ checkout, folder, args, signal });
        await tryImage(image, { folder: `${folder}/image`, args });
        await tryCompose(image, { checkout, folder: `${folder}/compose` });
        await tryService(image, { checkout, folder: `${folder}/service`, signal });
      },
      hasRoom() ? MEMORY : tmpdir(),
    );
  } finally {
    clearTimeout(limit);
  }
  return 0;
}

/** Tens of thousands of small files are made and removed, which a busy disk takes minutes for. */
function hasRoom() {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.findLast((line) => line.split(' ')[1] === MEMORY)?.split(' ')[3];
  // Programs and devices of the roots must work there.
  if (options === undefined || /\b(?:noexec|nodev)\b/.test(options)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_BYTES;
}
