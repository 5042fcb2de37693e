/** The program that calls the networks. */
export interface Caller {
  readonly version: string;
  /** Address of the server, where people learn more. */
  readonly address: string;
}

let caller: Caller = { version: '0', address: 'http://localhost' };

/** Names the caller in every request of this process from now on. */
export function identifyCaller(named: Caller): void {
  caller = named;
}

/** User agent for most networks: product, version, address. @see RFC 9110, section 10.1.5 */
export function userAgent(): string {
  return `social/${caller.version} (+${caller.address})`;
}

/** User agent in Discord's required form. @see https://discord.com/developers/docs/reference#user-agent */
export function discordUserAgent(): string {
  return `DiscordBot (${caller.address}, ${caller.version})`;
}
