import type { Keyring, SecretPlace } from '../../secrets.ts';
import type { WebhookEndpointRow } from '../../store/webhooks/webhook-endpoints.ts';
import { newWebhookSecret } from './signature.ts';

/** Place of a secret of an endpoint, to which its encryption is bound. */
export function endpointSecretPlace(id: string, column: 'secret' | 'previous_secret'): SecretPlace {
  return { table: 'webhook_endpoint', row: id, column };
}

/** Makes a secret for an endpoint. @returns its text, which only the caller gets, and the columns to store */
export function makeSecret(keyring: Keyring, id: string) {
  const secret = newWebhookSecret();
  const sealed = keyring.seal(secret, endpointSecretPlace(id, 'secret'));
  return { secret, columns: { secret: sealed, secret_preview: `…${secret.slice(-4)}` } };
}

/** Decrypts the secrets that sign now, the present one first. @throws Error when no key opens the present one */
export function openSecrets(keyring: Keyring, endpoint: WebhookEndpointRow, now: string): string[] {
  const { id, secret, previous_secret: previous, previous_until: until } = endpoint;
  const present = keyring.open(secret, endpointSecretPlace(id, 'secret'));
  if (previous === null || until === null || until <= now) return [present];
  try {
    return [present, keyring.open(previous, endpointSecretPlace(id, 'previous_secret'))];
  } catch {
    return [present];
  }
}
