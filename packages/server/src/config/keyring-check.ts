import { ConfigError } from '../errors.ts';
import type { Keyring } from '../secrets.ts';
import { countForeignSeals } from '../store/connections/connections.ts';
import type { Database } from '../store/schema.ts';
import { insertMeta, readMeta, writeMeta } from '../store/server-meta.ts';
import { countForeignSecrets } from '../store/webhooks/webhook-endpoints.ts';

/** A known text, encrypted: a key that decrypts it is a key of this database. */
export const CANARY = { table: 'server_meta', row: 'canary', column: 'value' };
/** Advice for an operator who has lost a key. */
export const IF_LOST = 'If it is lost, give the accounts up with: social-server rekey --give-up-unreadable';

/** Refuses keys that cannot decrypt what the database holds, before the server writes anything with them. @throws ConfigError */
export async function checkKeyring(db: Database, keyring: Keyring): Promise<void> {
  await checkCanary(db, keyring);
  const foreign = await countForeignSeals(db, keyring.prefixes);
  const endpoints = await countForeignSecrets(db, keyring.prefixes);
  if (foreign + endpoints > 0) {
    const kinds = [
      ...(foreign > 0 ? [`${foreign} connection(s)`] : []),
      ...(endpoints > 0 ? [`${endpoints} webhook endpoint(s)`] : []),
    ];
    const fix = `lacks the key of ${kinds.join(' and ')}; add that key, and run social-server rekey before you remove it. ${IF_LOST}`;
    throw new ConfigError('SOCIAL_SECRET_KEYS', fix);
  }
}

/** Refuses keys that cannot decrypt the canary, and writes one into a database without it. @throws ConfigError */
export async function checkCanary(db: Database, keyring: Keyring): Promise<void> {
  const sealed = await readMeta(db, CANARY.row);
  if (sealed === undefined) {
    await insertMeta(db, CANARY.row, keyring.seal('social', CANARY));
    return;
  }
  try {
    keyring.open(sealed, CANARY);
  } catch (cause) {
    const fix = `does not hold the key this database was written with; add that key. ${IF_LOST}`;
    throw new ConfigError('SOCIAL_SECRET_KEYS', fix, cause);
  }
}

/** Returns true when the canary needs another key than the first, so that the next start does too. */
export async function isCanaryOld(db: Database, keyring: Keyring): Promise<boolean> {
  const sealed = await readMeta(db, CANARY.row);
  return sealed !== undefined && !keyring.isCurrent(sealed);
}

/** Encrypts the canary with the first key. */
export async function resealCanary(db: Database, keyring: Keyring): Promise<void> {
  await writeMeta(db, CANARY.row, keyring.seal('social', CANARY));
}
