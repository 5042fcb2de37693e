import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const PICTURE = readFileSync(new URL('../demo-media/picture.jpg', import.meta.url));
const ACCOUNT = ['--email', 'owner@example.com', '--password', 'a-password-for-this-alone'];
/** Runs in the container: uploads a picture, and reads it back from the address that the server gives. */
const UPLOAD = `
  const [url, key, picture] = process.argv.slice(1);
  const body = Buffer.from(picture, 'base64');
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'image/jpeg' };
  const stored = await fetch(url + '/api/v1/media', { method: 'POST', headers, body });
  const told = await stored.json();
  const read = await fetch(new URL(new URL(told.url).pathname, url));
  const isSame = body.equals(Buffer.from(await read.arrayBuffer()));
  console.log(JSON.stringify({ stored: stored.status, width: told.width, read: read.status, isSame }));`;

/** Creates a workspace in the server of a container, uploads a picture to it, and reads that again. */
export async function useServer(container, url, env = {}) {
  const create = ['social-server', 'workspace', 'create', ...ACCOUNT, '--json'];
  const { apiKey } = JSON.parse(await succeed(container, create));
  const upload = ['node', '--input-type=module', '--eval', UPLOAD, url, apiKey, PICTURE.toString('base64')];
  const { width, ...rest } = JSON.parse(await succeed(container, upload, { env }));
  assert.deepEqual(rest, { stored: 201, read: 200, isSame: true });
  assert.ok(width > 0, 'the size of the picture was read');
}

async function succeed(container, command, options) {
  const { status, output } = await container.execute(command, options);
  assert.equal(status, 0, `${command[0]} ended with ${status}:\n${output}\n${container.log()}`);
  return output;
}
