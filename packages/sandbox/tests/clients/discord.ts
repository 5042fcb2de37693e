import { createHash } from 'node:crypto';
import { WebhookClient } from 'discord.js';
import eris from 'eris';
import { Client } from 'oceanic.js';
import { sandboxSeed } from '../../src/networks/registry.ts';

const { botToken, channel, webhook } = sandboxSeed.discord;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const hook = new WebhookClient({ url: `https://discord.com/api/webhooks/${webhook.id}/${webhook.token}` });
const hooked = await hook.send({ content: 'from discord.js', files: [{ attachment: png, name: 'a.png' }] });
const again = await hook.fetchMessage(hooked.id);
await hook.deleteMessage(hooked.id);
hook.destroy();

const viaEris = eris(`Bot ${botToken}`);
const written = await viaEris.createMessage(channel, 'from eris');
const listed = await viaEris.getMessages(channel, { limit: 2 });
await viaEris.deleteMessage(channel, written.id);
const erisWebhook = await viaEris.executeWebhook(webhook.id, webhook.token, { content: 'eris by webhook', wait: true });

const viaOceanic = new Client({ auth: `Bot ${botToken}` });
const created = await viaOceanic.rest.channels.createMessage(channel, { content: 'from oceanic' });
const executed = await viaOceanic.rest.webhooks.execute(webhook.id, webhook.token, {
  content: 'oceanic by webhook',
  wait: true,
});
const me = await viaOceanic.rest.oauth.getCurrentUser();
await viaOceanic.rest.channels.deleteMessage(channel, created.id);

process.stdout.write(
  JSON.stringify({
    discordJs: { id: hooked.id, read: again.id, sha256: createHash('sha256').update(png).digest('hex') },
    eris: { content: written.content, listed: listed.map(({ content }) => content), webhook: erisWebhook.content },
    oceanic: { content: created.content, webhook: executed.content, me: me.username },
  }),
);
