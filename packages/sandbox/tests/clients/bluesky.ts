import { AtpAgent } from '@atproto/api';
import { sandboxSeed } from '../../src/index.ts';

const { appPassword, handles } = sandboxSeed.bluesky;
const agent = new AtpAgent({ service: 'https://bsky.social' });
const { data: session } = await agent.login({ identifier: handles.sandbox_owner, password: appPassword });
const { uri } = await agent.post({ text: 'from bsky.social' });
const answer = await fetch(`https://plc.directory/${encodeURIComponent(session.did)}`);
const { service } = (await answer.json()) as { service: readonly { serviceEndpoint: string }[] };
process.stdout.write(JSON.stringify({ uri, server: service[0]?.serviceEndpoint }));
