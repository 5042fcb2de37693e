/** Makes the id of a new account of Facebook or Instagram of the hash of its name. */
export function accountId(hash: Buffer): string {
  return `1${String(hash.readBigUInt64BE()).padStart(20, '0').slice(0, 15)}`;
}
