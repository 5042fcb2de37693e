import { Radio, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Chat } from './pasted-credential.ts';

interface ChatChoiceProps {
  /** At least one. */
  chats: readonly Chat[];
  /** `accountId` of the chosen chat; empty while none is. */
  value: string;
  onChoose: (accountId: string) => void;
}

/** The chats that a bot has seen, to choose one from. It takes the focus: it is what the form asks for next. */
export function ChatChoice({ chats, value, onChoose }: ChatChoiceProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <Radio.Group
      label="Chat to post to"
      description="The bot has seen these. Another one appears here after the bot was added to it and something was written there."
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
