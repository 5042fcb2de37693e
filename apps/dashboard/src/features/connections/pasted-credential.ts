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

interface Pasted {
  /** Token of a bot, or address of a webhook. */
  pasted: string;
  /** Number or @name of a chat; empty until it is known. */
  chat: string;
}

/** Connects an account with a pasted credential, then reads the connections again. */
export function useConnectWithToken(platform: PlatformId, profileId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ pasted, chat }: Pasted) => {
      const secret = pasted.trim();
      const chatId = chat.trim();
      const credential = secret.includes('://')
        ? { webhookUrl: secret }
        : { botToken: secret, ...(chatId ? { chatId } : {}) };
      return client.connections.connectWithToken({ platform, profileId, ...credential });
    },
    onSuccess: () => readAgain(queries, '/api/connect/status'),
    // The cache must not keep a secret longer than the form that it was typed into.
    gcTime: 0,
  });
}

/** Returns the chats that the server lists when it refuses a token without a chat. */
export function chatsToChooseFrom(error: unknown): readonly Chat[] {
  const choices = error instanceof SocialApiError ? error.details?.['choices'] : undefined;
  return Array.isArray(choices) ? choices : [];
}
