import type { NetworkId } from '../world/network-ids.ts';

/** The networks' own host names, as their documentation and clients use them. */
const hostNames: Readonly<Record<NetworkId, readonly string[]>> = {
  x: ['api.x.com', 'api.twitter.com', 'upload.x.com', 'upload.twitter.com', 'x.com', 'twitter.com'],
  linkedin: ['api.linkedin.com', 'www.linkedin.com'],
  youtube: [
    ...['accounts.google.com', 'oauth2.googleapis.com', 'openidconnect.googleapis.com', 'www.googleapis.com'],
    ...['youtube.googleapis.com', 'www.youtube.com'],
  ],
  tiktok: ['open.tiktokapis.com', 'open-upload.tiktokapis.com', 'upload.us.tiktokapis.com', 'www.tiktok.com'],
  facebook: ['graph.facebook.com', 'graph-video.facebook.com', 'rupload.facebook.com', 'www.facebook.com'],
  instagram: ['graph.instagram.com', 'api.instagram.com', 'www.instagram.com'],
  telegram: ['api.telegram.org', 't.me'],
  discord: [
    ...['discord.com', 'ptb.discord.com', 'canary.discord.com'],
    ...['discordapp.com', 'ptb.discordapp.com', 'canary.discordapp.com'],
  ],
  // Every instance has a name of its own: the project's own instance stands for all of them.
  mastodon: ['mastodon.social'],
  bluesky: ['bsky.social', 'bsky.app', 'plc.directory', 'public.api.bsky.app', 'video.bsky.app'],
};

const networkByHost = new Map(
  Object.entries(hostNames).flatMap(([id, hosts]) => hosts.map((host) => [host, id as NetworkId] as const)),
);

/** Returns the network that a host name belongs to. */
export function networkAt(hostname: string): NetworkId | undefined {
  return networkByHost.get(hostname);
}
