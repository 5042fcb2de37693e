import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Route } from '../http/route.ts';
import type { NetworkId } from '../world/network-ids.ts';
import type { World } from '../world/world.ts';

const cells = 5;
const cellPixels = 16;
const sidePixels = cells * cellPixels;

/** The profile pictures of a network's accounts. The small ones of X have `_normal` in their names. */
export function avatarRoute(world: World, network: NetworkId): Route {
  return {
    method: 'GET',
    path: '/avatars/:file',
    handle: ({ params }) => {
      const username = (params['file'] ?? '').replace(/(?:_normal)?\.png$/, '');
      if (!world.accounts.findByUsername(network, username)) return { status: 404 };
      return { status: 200, bytes: { type: 'image/png', data: drawAvatar(username) } };
    },
  };
}

/** Draws a PNG of 80 by 80 pixels: a mirrored pattern derived from the name. */
export function drawAvatar(name: string): Buffer {
  const seed = createHash('sha256').update(name).digest();
  const rows = Array.from({ length: sidePixels }, (_, y) => {
    const row = Buffer.alloc(1 + sidePixels);
    for (let x = 0; x < sidePixels; x += 1) row[x + 1] = isFilled(seed, x, y) ? 1 : 0;
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sidePixels, 0);
  header.writeUInt32BE(sidePixels, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const color = [64 + ((seed[0] ?? 0) >> 1), 64 + ((seed[1] ?? 0) >> 1), 64 + ((seed[2] ?? 0) >> 1)];
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([236, 238, 241, ...color])),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function isFilled(seed: Buffer, x: number, y: number): boolean {
  const column = Math.floor(x / cellPixels);
  const mirrored = Math.min(column, cells - 1 - column);
  const row = Math.floor(y / cellPixels);
  return ((seed[3 + mirrored * cells + row] ?? 0) & 1) === 1;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
