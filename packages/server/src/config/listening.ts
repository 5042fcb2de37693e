import { isIP } from 'node:net';
import { isLoopback } from '../addresses.ts';
import { ConfigError } from '../errors.ts';
import { type Environment, withoutUserInfo } from './environment.ts';

/** Reads a port. @param name of the flag or variable, for the message */
export function readPort(text: string, name: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new ConfigError(name, `"${text}" is not a port; use a number from 0 to 65535`);
  }
  return Number(text);
}

/** Reads the public address of the server. @returns the origin, or null when it is unset, which loopback alone allows */
export function readBaseUrl(settings: Environment, host: string): string | null {
  const text = settings.text('SOCIAL_BASE_URL');
  if (text === undefined) {
    if (isLoopback(host)) return null;
    throw new ConfigError(
      'SOCIAL_BASE_URL',
      `is required when the server listens on ${host}; set it to the public address, for example https://social.example.org`,
    );
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:\/\/[^/]/i.test(text) || !isOrigin(url)) {
    const shown = withoutUserInfo(text);
    throw new ConfigError('SOCIAL_BASE_URL', `"${shown}" is not an address; use the form https://social.example.org`);
  }
  settings.refusePlainHttp('SOCIAL_BASE_URL', url.href, 'passwords and keys');
  return url.origin;
}

function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && `${search}${hash}${username}${password}` === '';
}

/** Reads the networks of trusted proxies. @returns each in CIDR notation */
export function readProxies(settings: Environment): string[] {
  const list = (settings.text('SOCIAL_TRUST_PROXY') ?? '').split(',').map((entry) => entry.trim());
  return list.filter(Boolean).map((entry) => {
    const [address = '', bits, ...more] = entry.split('/');
    const version = isIP(address);
    const maxBits = version === 6 ? 128 : 32;
    if (!version || more.length > 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))) {
      const fix = `"${entry}" is not a network; list proxies as 10.0.0.0/8,192.0.2.4/32`;
      throw new ConfigError('SOCIAL_TRUST_PROXY', fix);
    }
    return bits === undefined ? `${address}/${maxBits}` : entry;
  });
}

/** A warning when every client counts as a trusted proxy. */
export function proxyWarnings(trustedProxies: readonly string[], host: string): string[] {
  if (isLoopback(host) || !trustedProxies.some((network) => network.endsWith('/0'))) return [];
  return ['SOCIAL_TRUST_PROXY: trusts everybody, so that anybody can pretend any address; list your proxies only'];
}
