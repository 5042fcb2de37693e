/** The compared release of each tool. */
export const VERSIONS = {
  '@bufferapp/cli': '1.2.0',
  postiz: '2.1.0',
  '@zernio/cli': '0.4.1',
  '@humanwhocodes/crosspost': '1.0.4',
};

const KEY = 'sk_live_sp_0000000000notarealkey';

/**
 * The arguments of each tool for the same actions. `address: false` marks a tool whose server address cannot be set. `isPost`
 * returns true for the request that publishes.
 */
export const TOOLS = [
  {
    name: 'social',
    package: '@social/cli',
    bin: 'social',
    unknown: ['bogus'],
    address: true,
    env: (url) => ({ SOCIAL_BASE_URL: url, SOCIAL_API_KEY: KEY }),
    publish: (text) => ['post', text, '--to', 'profnet'],
    dryRun: (text) => ['post', text, '--to', 'profnet', '--dry-run'],
    isPost: ({ method, url }) => method === 'POST' && /^\/api\/v1\/posts(\?|$)/.test(url),
  },
  {
    name: 'buffer',
    package: '@bufferapp/cli',
    bin: 'buffer',
    unknown: ['bogus'],
    address: false,
    env: () => ({ BUFFER_API_KEY: KEY }),
    publish: (text) => bufferPost(text),
    dryRun: (text) => [...bufferPost(text), '--dry-run'],
    isPost: () => false,
  },
  {
    name: 'postiz',
    package: 'postiz',
    bin: 'postiz',
    unknown: ['bogus'],
    address: true,
    env: (url) => ({ POSTIZ_API_URL: url, POSTIZ_API_KEY: KEY }),
    publish: (text) => ['posts:create', '-c', text, '-s', '2030-01-01T00:00:00Z', '-i', 'account-1'],
    isPost: ({ method, url }) => method === 'POST' && url.endsWith('/posts'),
  },
  {
    name: 'zernio',
    package: '@zernio/cli',
    bin: 'zernio',
    unknown: ['bogus'],
    address: true,
    env: (url) => ({ ZERNIO_API_URL: url, ZERNIO_API_KEY: KEY }),
    publish: (text) => ['posts:create', '--text', text, '--accounts', 'account-1'],
    isPost: ({ method, url }) => method === 'POST' && url.endsWith('/posts'),
  },
  {
    name: 'crosspost',
    package: '@humanwhocodes/crosspost',
    bin: 'crosspost',
    // A single word is a message to this tool.
    unknown: ['--bogus'],
    address: true,
    env: (url) => ({ DISCORD_WEBHOOK_URL: `${url}/api/webhooks/1/${KEY}` }),
    publish: (text) => ['--discord-webhook', text],
    isPost: ({ method, url }) => method === 'POST' && url.startsWith('/api/webhooks/'),
  },
];

function bufferPost(text) {
  const options = ['--channel-id', 'channel-1', '--mode', 'shareNow', '--scheduling-type', 'automatic'];
  return ['posts', 'create', ...options, '--text', text];
}
