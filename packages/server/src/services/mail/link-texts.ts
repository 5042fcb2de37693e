import type { MailContent } from './notice-texts.ts';

/** Writes the mail that confirms an address. */
export function writeConfirmation(baseUrl: string, token: string): MailContent {
  return {
    subject: 'Confirm your address',
    text: [
      `Somebody wants mails from ${new URL(baseUrl).host} to go to this address: when a post fails, or an account must be connected again.`,
      'If that was you, open this page and press the button. The link works for 24 hours.',
      `${baseUrl}/confirm-address#${token}`,
      'If it was not you, do nothing: no further mail is sent.',
    ].join('\n\n'),
  };
}

/** Writes the mail with which somebody is invited. @param url the page on which the person joins */
export function writeInvitation(baseUrl: string, { url, invitedBy }: { url: string; invitedBy: string }): MailContent {
  const { host } = new URL(baseUrl);
  return {
    subject: `Invitation to ${host}`,
    text: [
      `${invitedBy} invites you to publish together at ${host}.`,
      'To accept, open this page and choose a password. The link works once, for seven days.',
      url,
      'If you do not know who invites you, do nothing: no account is made.',
    ].join('\n\n'),
  };
}

/** Writes the mail with which a forgotten password is replaced. */
export function writePasswordReset(baseUrl: string, token: string): MailContent {
  return {
    subject: 'Set a new password',
    text: [
      `Somebody asked for a new password for your account at ${new URL(baseUrl).host}.`,
      'If that was you, open this page and choose one. The link works once, for 30 minutes, and signs out every browser.',
      `${baseUrl}/reset-password#${token}`,
      'If it was not you, do nothing: your password stays as it is.',
    ].join('\n\n'),
  };
}
