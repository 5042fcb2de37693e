import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import type { PlatformId, Schema } from '@social/types';
import { type SubmitEvent, useState } from 'react';
import { refusedField } from '../../api/failures.ts';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';

import { ChatChoice } from './chat-choice.tsx';
import { chatsToChooseFrom, credentialOfBot, useConnectWithToken } from './pasted-credential.ts';

interface TokenFormProps {
  platform: PlatformId;
  profile: Schema<'Profile'>;
  onConnected: () => void;
  onClose: () => void;
}

/** Asks for a bot's token or a webhook's address, and for the chat: typed, or one of the chats that the bot has seen. */
export function TokenForm({ platform, profile, onConnected, onClose }: TokenFormProps) {
  const [pasted, setPasted] = useState('');
  const [chat, setChat] = useState('');
  const connect = useConnectWithToken(platform, profile.id);
  const chats = chatsToChooseFrom(connect.error);
  const isWebhook = pasted.includes('://');
  const field = refusedField(connect.error);
  const problem = field !== undefined && chats.length === 0 ? connect.error?.message.replace(/^\w+: /, '') : undefined;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!connect.isPending) connect.mutate(credentialOfBot(pasted, chat), { onSuccess: onConnected });
  };
  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack>
        <Text size="sm">
          Posts of the profile {profile.name} go to one chat. Paste your bot’s token, which @BotFather gave you, or the
          address of a channel’s webhook.
        </Text>
        <FailureNotice
          title="Not connected"
          error={problem === undefined && chats.length === 0 ? connect.error : null}
          effect="Nothing was stored."
          uncertain="The connection may have been stored: look at the card, or try again."
        />
        <PasswordInput
          label="Token of the bot, or address of the webhook"
          autoComplete="off"
          data-autofocus
          required
          maxLength={500}
          value={pasted}
          error={field === 'chatId' ? undefined : problem}
          onChange={(event) => {
            setPasted(event.currentTarget.value);
            // The chats belong to the token that was sent.
            if (!connect.isPending) connect.reset();
          }}
        />
        {isWebhook || chats.length > 0 ? null : (
          <TextInput
            label="Chat"
            description="The chat’s number, or the @name of a public chat. Leave it empty to choose from the chats that the bot has seen."
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={chat}
            error={field === 'chatId' ? problem : undefined}
            onChange={(event) => setChat(event.currentTarget.value)}
          />
        )}
        {chats.length > 0 ? <ChatChoice chats={chats} value={chat} onChoose={setChat} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={connect.isPending}>
            Connect
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
