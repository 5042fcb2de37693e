import { isLoopbackName } from '../http/loopback.ts';
import { type NetworkId, networkIds } from '../world/network-ids.ts';
import { createControls } from './control-client.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Returns the controls of a sandbox that runs elsewhere on this machine, such as one that `social-sandbox start` runs.
 *
 * Makes no call yet: the first control call fails when there is no sandbox at the address. `close()` leaves it running.
 *
 * @param url The address that the sandbox printed when it started; its host has to be a loopback name.
 * @throws {RangeError} For any other address.
 */
export function connectSandbox(url: string): Sandbox {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address?.protocol !== 'http:' || !isLoopbackName(address.hostname)) {
    throw new RangeError(`a sandbox is at http://127.0.0.1:<port>, not at ${url}`);
  }
  const close = async () => undefined;
  return {
    ...describeAddress(address.origin),
    origins: {},
    asNetworks: undefined,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the members of a sandbox that follow from its address. */
export function describeAddress(url: string) {
  const networks = Object.fromEntries(networkIds.map((id) => [id, `${url}/${id}`])) as Record<NetworkId, string>;
  return { url, networks, ...createControls(url) };
}
