import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { runOn } from '../../packages/testkit/src/databases/databases.ts';
import { startPostgres } from '../../packages/testkit/src/databases/postgres-server.ts';
import { startS3Server } from '../needs/s3.mjs';

// Postgres and an S3 server at the addresses and ports of compose.yaml's services, with the database and the bucket that those
// begin with. Prints the keys of the storage, and ends with SIGTERM.
const [python, databaseAddress, storageAddress] = process.argv.slice(2);
const postgres = await startPostgres();
await runOn(postgres.url, 'create role social login');
await runOn(postgres.url, 'create database social owner social');
const storage = await startS3Server(python);
const { AwsClient } = createRequire(new URL('../../packages/server/package.json', import.meta.url))('aws4fetch');
const client = new AwsClient({ ...storage, service: 's3' });
const { status } = await client.fetch(`${storage.endpoint}/social`, { method: 'PUT' });
if (status !== 200) throw new Error(`making the bucket answered ${status}`);
await passOn(databaseAddress, 5432, postgres.url);
await passOn(storageAddress, 3900, storage.endpoint);
process.once('SIGTERM', async () => {
  await Promise.all([postgres.stop(), storage.stop()]);
  process.exit(0);
});
console.log(JSON.stringify(storage));

async function passOn(address, port, url) {
  const { hostname, port: target } = new URL(url);
  const server = createServer((client) => {
    const behind = connect(Number(target), hostname);
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ]) {
      from.pipe(to);
      from.on('error', () => to.destroy());
    }
  });
  server.listen(port, address);
  await once(server, 'listening');
}
