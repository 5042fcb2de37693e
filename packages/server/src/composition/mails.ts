import { systemClock } from '../clock.ts';
import type { Keyring } from '../secrets.ts';
import { createMailSettings } from '../services/mail/mail-settings.ts';
import { createNotices } from '../services/mail/notices.ts';
import { createOutbox } from '../services/mail/outbox.ts';
import { createSmtp } from '../services/mail/smtp.ts';
import type { RunningWorker } from '../services/workers/worker.ts';
import type { Database } from '../store/schema.ts';
import type { AppOptions } from './options.ts';

/** Makes the mails. @returns the job that sends them, or null when no mail server is set */
export function createMails(
  { config: { mailServer }, logger, clock = systemClock }: AppOptions,
  { db, keyring, baseUrl, worker }: { db: Database; keyring: Keyring; baseUrl: string; worker: RunningWorker },
) {
  if (mailServer === null) {
    return { mails: createMailSettings({ db, clock, outbox: null, baseUrl }), mailJob: null, outbox: null };
  }
  const outbox = createOutbox({ db, clock, logger, keyring, worker, smtp: createSmtp(mailServer), baseUrl });
  const collectNotices = createNotices({ db, clock, outbox, baseUrl });
  async function mailJob(stopping: AbortSignal): Promise<void> {
    const [collected] = await Promise.allSettled([collectNotices()]);
    // Mails that wait are sent, also when no notice could be written.
    await outbox.sendDue(() => stopping.aborted);
    if (collected.status === 'rejected') throw collected.reason;
  }
  return { mails: createMailSettings({ db, clock, outbox, baseUrl }), mailJob, outbox };
}
