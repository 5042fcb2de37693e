import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Password of every account that a stack makes. No other password is hashed as quickly. */
export const PASSWORD = 'correct horse battery, hashed quickly';

type Done = (error: Error | null, key: Buffer) => void;

const hash: (password: BinaryLike, salt: BinaryLike, bytes: number, options: ScryptOptions, done: Done) => void =
  crypto.scrypt;

// A good hash takes a tenth of a second of a processor, twice for each workspace, and is rarely the subject of a test.
// Every other password costs in this process what it costs in the program.
function scrypt(password: BinaryLike, salt: BinaryLike, bytes: number, options: ScryptOptions, done: Done): void {
  hash(password, salt, bytes, password === PASSWORD ? { ...options, N: 2 } : options, done);
}

/** Makes hashing `PASSWORD` cheap in this process, also in modules that import `scrypt` by name. */
export function hashQuickly(): void {
  Object.assign(crypto, { scrypt });
  syncBuiltinESMExports();
}
