import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** End of the passwords that are hashed quickly. */
const QUICK = ', hashed quickly';
/** Password of every account that a stack makes. */
export const PASSWORD = `correct horse battery${QUICK}`;
/** Password that replaces `PASSWORD`. */
export const NEW_PASSWORD = `staple battery horse${QUICK}`;
/** Password of no account. */
export const WRONG_PASSWORD = `wrong horse battery${QUICK}`;

type Done = (error: Error | null, key: Buffer) => void;

const hash: (password: BinaryLike, salt: BinaryLike, bytes: number, options: ScryptOptions, done: Done) => void =
  crypto.scrypt;

// A good hash takes a tenth of a second of a processor, twice for each workspace, and is rarely the subject of a test.
// Every other password costs in this process what it costs in the program.
function scrypt(password: BinaryLike, salt: BinaryLike, bytes: number, options: ScryptOptions, done: Done): void {
  const isQuick = typeof password === 'string' && password.endsWith(QUICK);
  hash(password, salt, bytes, isQuick ? { ...options, N: 2 } : options, done);
}

/** Makes hashing the passwords above cheap in this process, also in modules that import `scrypt` by name. */
export function hashQuickly(): void {
  Object.assign(crypto, { scrypt });
  syncBuiltinESMExports();
}
