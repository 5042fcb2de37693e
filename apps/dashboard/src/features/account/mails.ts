import type { Schema } from '@social/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';

export type MailKind = Schema<'MailKind'>;

const MAIL = '/api/account/mail';

/** Which mails the workspace sends, and where. */
export function useMailSettings() {
  return api.useQuery('get', MAIL);
}

/** Changes the choice of mails or their address. */
export function useChangeMails() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { address?: string; kinds?: MailKind[] }) => client.account.updateMailSettings(change),
    onSuccess: (settings) => queries.setQueryData(api.queryOptions('get', MAIL).queryKey, settings),
  });
}

/** Mails a link that confirms the address. */
export function useSendConfirmation() {
  return useChange(() => client.account.sendMailConfirmation(), MAIL);
}

/** Confirms an address with the token of a link. */
export function useConfirmAddress() {
  return useChange((token: string) => client.account.confirmMailAddress({ token }), MAIL);
}

/** Asks for a link that replaces a forgotten password. */
export function useForgottenPassword() {
  return useMutation({ mutationFn: (email: string) => client.account.requestPasswordReset({ email }) });
}

/** Sets a new password with the token of a link. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (reset: { token: string; newPassword: string; revokeKeys: boolean }) =>
      client.account.resetPassword(reset),
    // The cache must not keep a password longer than the form that it was typed into.
    gcTime: 0,
  });
}
