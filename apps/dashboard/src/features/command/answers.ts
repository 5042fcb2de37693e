import type { Scope } from '@social/types';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import type { BrowserRequest } from './browser-request.ts';

/** Answer to a command: what it may do, or nothing. */
export type Answer = { readonly kind: 'approve'; readonly scopes: readonly Scope[] } | { readonly kind: 'deny' };

/** The command that waits with a user code. Reads it once, because the server counts every unknown code as a guess. */
export function useDeviceRequest(userCode: string | null) {
  return api.useQuery(
    'get',
    '/api/command/device',
    { params: { query: { userCode: userCode ?? '' } } },
    { enabled: userCode !== null, retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
}

/** Approves or denies the command that waits with a user code. */
export function useAnswerDevice(userCode: string | null) {
  return useMutation({
    mutationFn: (answer: Answer) =>
      answer.kind === 'approve'
        ? client.command.approveDeviceCode({ userCode: userCode ?? '', scopes: [...answer.scopes] })
        : client.command.denyDeviceCode({ userCode: userCode ?? '' }),
  });
}

/** Approves or denies a command on this computer, and sends the browser back to it. */
export function useAnswerBrowser(request: BrowserRequest) {
  return useMutation({
    mutationFn: (answer: Answer) =>
      answer.kind === 'approve'
        ? client.command.createCommandCode({ ...request, scopes: [...answer.scopes] })
        : client.command.denyCommandCode(refusalOf(request)),
    // The browser's back button must not show the question again.
    onSuccess: ({ redirectUrl }) => location.replace(redirectUrl),
    // The cache must not keep the code.
    gcTime: 0,
  });
}

function refusalOf({ port, state }: BrowserRequest) {
  return { port, state };
}
