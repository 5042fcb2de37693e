import { isOpen, NETWORKS, type OwnApp } from '@social/platforms';
import { type PlatformId, platformFacts } from '@social/types';

/**
 * Returns `browser` where accounts are connected on the network's pages, `token` where users paste a credential.
 * @param baseUrl public address of this server
 */
export function connectsWith(platform: PlatformId, baseUrl: string): 'browser' | 'token' {
  const needsNoPage = NETWORKS.some((entry) => entry.platform === platform && !isOpen(entry) && entry.isWithoutApp);
  return needsNoPage || whyNoSignIn(platform, baseUrl) !== null ? 'token' : 'browser';
}

/** Returns true where anybody runs a server of the platform's network, so that the operator registers nothing there. */
export function isOpenPlatform(platform: PlatformId): boolean {
  return platformFacts(platform).signIn !== undefined;
}

/** The app that this product describes itself; undefined where it is registered. */
export function ownAppOf(platform: PlatformId): OwnApp | undefined {
  const network = NETWORKS.find((entry) => entry.platform === platform);
  return network && isOpen(network) ? network.ownApp : undefined;
}

/** Returns true where the id of an account is the same at every server of the platform's network. */
export function hasGlobalIds(platform: PlatformId): boolean {
  return NETWORKS.some((entry) => entry.platform === platform && isOpen(entry) && entry.idsAreGlobal);
}

/** Says why nobody can sign in through the browser at this server, and what to do instead; null where it works. */
export function whyNoSignIn(platform: PlatformId, baseUrl: string): string | null {
  const way = ownAppOf(platform)?.signInAt(baseUrl);
  return way?.kind === 'none' ? way.reason : null;
}

/** Callback address to register at the network. @returns null for a platform that needs none */
export function redirectUriToRegister(baseUrl: string, platform: PlatformId): string | null {
  const isRegistered = connectsWith(platform, baseUrl) === 'browser' && !isOpenPlatform(platform);
  return isRegistered ? redirectUriFor(baseUrl, platform) : null;
}

/** Address of the callback of a platform. */
export function redirectUriFor(baseUrl: string, platform: PlatformId | '<platform>'): string {
  return `${baseUrl}/api/auth/${platform}/callback`;
}
