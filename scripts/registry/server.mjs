import { once } from 'node:events';
import { createRequire } from 'node:module';

// A process of its own, which `verdaccio.mjs` starts: the address of the registry behind it is written to no file.
const { folder, config } = JSON.parse(process.env.SOCIAL_REGISTRY);
const { runServer } = createRequire(`${folder}/package.json`)('verdaccio');
const server = await runServer(config);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(JSON.stringify({ port: server.address().port }));
