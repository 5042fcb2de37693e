// A separate program. It runs in a network namespace where every address leads to this machine, if there is one.
import { createServer, type Server } from 'node:http';
import { type NameAnswer, type RecordType, samplePng, startNameServer, startStack } from '@social/testkit';
import { BLOCKED_URLS } from './blocked-addresses.ts';

/** Result of one address. */
export interface Attempt {
  readonly url: string;
  readonly status: number;
  readonly result: { readonly ok: boolean; readonly code?: string; readonly error?: string };
  /** Addresses that were dialled meanwhile, at ports of the web. */
  readonly dialled: readonly string[];
}

/** The program's output, as JSON. */
export interface Report {
  /** Ports that were listened on, at every address. */
  readonly ports: readonly number[];
  readonly catalogue: readonly Attempt[];
  /** Empty unless every address leads to this machine. */
  readonly others: readonly Attempt[];
}

const OTHERS = [
  'http://100.63.255.254/a.png',
  'http://172.32.0.1/a.png',
  'http://11.0.0.1/a.png',
  'http://[2606:4700::1111]/a.png',
  'http://public.example/a.png',
  'http://private.example/a.png',
  'http://mixed.example/a.png',
  'http://metadata.example/a.png',
  'http://public.example/to-metadata.png',
  'http://public.example/to-private-name.png',
  ...Array.from({ length: 100 }, (_, at) => `http://rebind.example/${at}.png`),
];

let turn = 0;
const ANSWERS: Readonly<Record<string, (type: RecordType) => NameAnswer>> = {
  'public.example': () => ['8.8.8.8'],
  'private.example': () => ['10.0.0.1'],
  'mixed.example': () => ['8.8.8.8', 'fd00::1'],
  'metadata.example': () => ['169.254.169.254'],
  'rebind.example': (type) => (type === 'AAAA' ? [] : [turn++ % 2 === 0 ? '8.8.8.8' : '10.0.0.1']),
};
const LOCATIONS: Readonly<Record<string, string>> = {
  '/to-metadata.png': 'http://169.254.169.254/latest/meta-data',
  '/to-private-name.png': 'http://private.example/a.png',
};

const dialled: string[] = [];

/** Listens at every address of this machine; returns null if the port is not permitted. */
function listenEverywhere(port: number): Promise<Server | null> {
  const server = createServer((request, response) => {
    const location = LOCATIONS[request.url ?? ''];
    if (location) response.writeHead(302, { location }).end();
    else response.end(samplePng());
  }).on('connection', ({ localAddress }) => dialled.push(localAddress?.replace('::ffff:', '') ?? ''));
  return new Promise((resolve) => {
    server.once('error', () => resolve(null)).listen(port, () => resolve(server));
  });
}

const hasEveryAddress = process.argv[2] === 'every-address';
const servers = (await Promise.all([80, 443].map(listenEverywhere))).filter((server) => server !== null);
const names = hasEveryAddress
  ? await startNameServer((name, type) => ANSWERS[name]?.(type) ?? 'unknown', { host: '0.0.0.0', port: 53 })
  : null;
const stack = await startStack({ config: { mediaFromLoopback: false } });
const workspace = await stack.createWorkspace({ connect: ['profnet'] });

async function attempt(url: string): Promise<Attempt> {
  dialled.length = 0;
  const { status, body } = await workspace.publish({ text: `with ${url}`, platforms: ['profnet'], mediaUrls: [url] });
  return { url, status, result: body.platformResults?.profnet, dialled: [...dialled] };
}

const report: { ports: number[]; catalogue: Attempt[]; others: Attempt[] } = {
  ports: servers.map((server) => (server.address() as { port: number }).port),
  catalogue: [],
  others: [],
};
for (const [, url] of BLOCKED_URLS) report.catalogue.push(await attempt(url));
if (hasEveryAddress) for (const url of OTHERS) report.others.push(await attempt(url));
process.stdout.write(JSON.stringify(report satisfies Report));

await stack.close();
for (const server of servers) server.close();
await names?.[Symbol.asyncDispose]();
