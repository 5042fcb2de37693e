import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Makes a network of its own, which has the loopback device alone: servers on it can have any port and reach nothing else.
 * @param {string[]} addresses further addresses of the device
 */
export async function makeNetwork(addresses = []) {
  const commands = [
    'ip link set lo up',
    ...addresses.map((address) => `ip address add ${address}/32 dev lo`),
    'echo ready',
    // Ends with this process.
    'exec cat',
  ];
  const holder = spawn('unshare', ['--net', 'sh', '-c', commands.join(' && ')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(holder, 'close');
  const ready = await Promise.race([once(holder.stdout, 'data'), ended.then(() => null)]);
  if (ready === null) throw new Error('a network cannot be made here');
  return {
    /** Returns the command that runs another one on this network. */
    command: (...command) => ['nsenter', `--target=${holder.pid}`, '--net', ...command],
    async [Symbol.asyncDispose]() {
      holder.stdin.end();
      await ended;
    },
  };
}
