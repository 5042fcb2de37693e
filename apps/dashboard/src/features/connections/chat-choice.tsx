import { Radio, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Chat } from './pasted-credential.ts';

interface ChatChoiceProps {
  /** At least one. */
  chats: readonly Chat[];
  /** `accountId` of the chosen chat; empty before a choice. */
  value: string;
  onChoose: (accountId: string) => void;
}

/** Lists the chats that a bot has seen, to choose one. Takes the focus, because the form asks for it next. */
export function ChatChoice({ chats, value, onChoose }: ChatChoiceProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <Radio.Group
      label="Chat to post to"
      description="The bot has seen these chats. To see another one here, add the bot to it and write something there."
      required
      value={value}
      onChange={onChoose}
    >
      <Stack gap="xs" mt="xs">
        {chats.map(({ accountId, name }, index) => (
          <Radio key={accountId} value={accountId} label={`${name} (${accountId})`} ref={index === 0 ? first : null} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
