import { SocialApiError } from '@social/sdk';
import type { PlatformId } from '@social/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { readAgain } from '../../api/queries.ts';

/** A chat that a bot may post to. */
export interface Chat {
  readonly accountId: string;
  readonly name: string;
}

/** The credential in the body of the call. */
type Pasted = Omit<Parameters<typeof client.connections.connectWithToken>[0], 'platform' | 'profileId'>;

/** Connects an account with a pasted credential, then reads the connections again. */
export function useConnectWithToken(platform: PlatformId, profileId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (pasted: Pasted) => client.connections.connectWithToken({ platform, profileId, ...pasted }),
    onSuccess: () => readAgain(queries, '/api/connect/status'),
    // The cache must not keep a secret longer than the form that it was typed into.
    gcTime: 0,
  });
}

/** Returns what is sent for a bot's token, or a webhook's address. @param chat number or @name of a chat; empty until it is known */
export function credentialOfBot(pasted: string, chat: string): Pasted {
  const [secret, chatId] = [pasted.trim(), chat.trim()];
  return secret.includes('://') ? { webhookUrl: secret } : { botToken: secret, ...(chatId ? { chatId } : {}) };
}

/** Returns the chats that the server lists when it refuses a token without a chat. */
export function chatsToChooseFrom(error: unknown): readonly Chat[] {
  const choices = error instanceof SocialApiError ? error.details?.['choices'] : undefined;
  return Array.isArray(choices) ? choices : [];
}
