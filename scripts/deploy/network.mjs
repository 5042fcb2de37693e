import { startProgram } from '../programs.mjs';

/**
 * Makes a network of its own, which has the loopback device alone: servers on it can have any port and reach nothing else.
 * @param {string[]} addresses further addresses of the device
 */
export async function makeNetwork(addresses = []) {
  const commands = [
    'ip link set lo up',
    ...addresses.map((address) => `ip address add ${address}/32 dev lo`),
    "echo '{}'",
    // Ends with this process.
    'exec cat',
  ];
  const { child, stop } = await startProgram(['--net', 'sh', '-c', commands.join(' && ')], { node: 'unshare' });
  return {
    /** Returns the command that runs another one on this network. */
    command: (...command) => ['nsenter', `--target=${child.pid}`, '--net', ...command],
    [Symbol.asyncDispose]: stop,
  };
}
