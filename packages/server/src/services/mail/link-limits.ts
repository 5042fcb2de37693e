import { AppError } from '../../errors.ts';
import type { MailSettingRow } from '../../store/mail/mail-settings.ts';
import type { MailRow } from '../../store/mail/mails.ts';

export const DAY_MS = 24 * 3_600_000;

/** Links to confirm an address that an account may ask for within a day, for all its addresses together. */
export const MOST_LINKS = 5;

/**
 * Makes the error for an address to which a link was mailed today.
 * @param earlier that mail, which another account may have asked for
 * @param now milliseconds since 1970
 */
export function linkWasSent(
  earlier: Pick<MailRow, 'workspace_id' | 'state' | 'created_at'>,
  setting: MailSettingRow,
  now: number,
): AppError {
  const next = `An address gets one link a day: ask again from ${timeOf(now - (now % DAY_MS) + DAY_MS)} on`;
  return refused(`${whatHappened(earlier, setting)}. Nothing was sent now. ${next}`, DAY_MS - (now % DAY_MS));
}

function whatHappened(
  { workspace_id, state, created_at }: Pick<MailRow, 'workspace_id' | 'state' | 'created_at'>,
  { address, confirm_hash, workspace_id: own }: MailSettingRow,
): string {
  if (workspace_id !== own) return `Another account has asked for a link to ${address} today`;
  const asked = `This account has asked for a link to ${address} at ${timeOf(Date.parse(created_at))}`;
  if (confirm_hash === null) return `${asked}, and that link ended when the address was changed`;
  if (state === 'waiting') return `${asked}, and the mail server has not taken the mail yet; it is tried again`;
  if (state === 'sent') return `${asked}, and the mail was sent; look into the folder for spam too`;
  return `${asked}, and the mail could not be delivered; check the address`;
}

/** Makes the error for an account that has asked for many links. @param asked its links of the last 24 hours, the oldest first */
export function tooManyLinks(asked: readonly Pick<MailRow, 'created_at'>[], now: number): AppError {
  const [oldest] = asked;
  const next = Date.parse(oldest?.created_at ?? '') + DAY_MS;
  const message = `This account has asked for ${asked.length} links to confirm an address within a day. Nothing was sent; ask again from ${timeOf(next)} on`;
  return refused(message, next - now);
}

function refused(message: string, retryAfterMs: number): AppError {
  return new AppError('rate_limited', message, { retryAfterMs });
}

function timeOf(instant: number): string {
  const text = new Date(instant).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
}
