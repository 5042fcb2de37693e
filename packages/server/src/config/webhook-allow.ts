import { isIP } from 'node:net';
import { ConfigError } from '../errors.ts';
import type { ReceiverAllowance } from '../media/fetch/receiver-address.ts';
import type { Environment } from './environment.ts';

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*$/;

/** Reads the receivers of webhooks that are allowed beside public ones: host names, addresses and networks. */
export function readWebhookAllow(settings: Environment): ReceiverAllowance {
  const entries = (settings.text('SOCIAL_WEBHOOK_ALLOW') ?? '').split(',').map((entry) => entry.trim().toLowerCase());
  const names: string[] = [];
  const networks: string[] = [];
  for (const entry of entries.filter(Boolean)) {
    const [address = '', bits, ...more] = entry.split('/');
    const version = isIP(address);
    const maxBits = version === 6 ? 128 : 32;
    const isNetwork = version !== 0 && more.length === 0 && isWithin(bits ?? String(maxBits), maxBits);
    if (isNetwork) networks.push(`${address}/${bits ?? maxBits}`);
    else if (version === 0 && NAME.test(entry) && !/^[\d.]+$/.test(entry)) names.push(entry);
    else throw new ConfigError('SOCIAL_WEBHOOK_ALLOW', `"${entry}" is neither a host name nor a network; ${EXAMPLE}`);
  }
  return { names, networks };
}

const EXAMPLE = 'list receivers in your own network as hooks.internal,10.1.0.0/16';

function isWithin(bits: string, maxBits: number): boolean {
  return /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits;
}
