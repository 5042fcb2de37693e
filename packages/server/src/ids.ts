import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A UUID whose order is the order of creation. @see RFC 9562 section 5.7 */
export function newId(): string {
  return v7();
}

/** Instant at which an id of `newId` was created, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The smallest id of an instant: every id created earlier is smaller. @param instant milliseconds since 1970 */
export function firstIdAt(instant: number): string {
  const time = Math.max(0, instant).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** 256 random bits as URL-safe text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true for the form of a UUID. The server answers any other id like a row that does not exist. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}
