import assert from 'node:assert/strict';
import { startContainer } from './container.mjs';
import { makeNetwork } from './network.mjs';
import { useServer } from './use-server.mjs';

const STOP_SECONDS = 40;

/** Runs the image as a person would: on a root that cannot be written, as its ordinary user. */
export async function tryImage(image, { folder, args }) {
  const label = (name) => image.labels[`org.opencontainers.image.${name}`];
  assert.deepEqual([label('version'), label('source'), label('revision')], [args.VERSION, args.SOURCE, '']);
  await using network = await makeNetwork();
  await using container = await startContainer(image, {
    ...{ folder, network, env: { SOCIAL_BASE_URL: 'https://social.example.org' } },
  });
  await container.becomeHealthy();
  const unhealthy = await container.execute(image.healthCheck, { env: { SOCIAL_PORT: '1' } });
  assert.equal(unhealthy.status, 1, 'the health check fails where no server is');
  const written = await container.execute(['touch', '/opt/social/written'], { asRoot: true });
  assert.match(written.output, /Read-only file system/);
  const { output } = await container.execute(['cat', '/proc/1/status']);
  assert.match(output, /^Uid:\t1000\t1000\t1000\t1000$/m, 'the server is process 1, and an ordinary user');
  await useServer(container, `http://127.0.0.1:${image.ports[0]}`);
  const { status, seconds } = await container.stop();
  assert.equal(status, 0, container.log());
  assert.ok(seconds < STOP_SECONDS, `stopping took ${seconds} s`);
  console.log(
    `The image ran on a root that cannot be written, took a picture, and stopped in ${seconds.toFixed(1)} s.`,
  );
}
