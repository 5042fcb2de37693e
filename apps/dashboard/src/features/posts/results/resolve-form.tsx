import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type PlatformId, platformFacts } from '@social/types';
import { type SubmitEvent, useState } from 'react';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { inCredits } from '../../../ui/quantities.ts';
import { idIn } from '../details/address-id.ts';
import { useResolvePost } from '../post-changes.ts';

interface ResolveFormProps {
  postId: string;
  platform: PlatformId;
  /** Which part of a thread it asks about; undefined: there is no thread. */
  part: number | undefined;
  /** Called after it is settled: what had the focus is gone then. */
  onSettled: () => void;
}

/** Asks what the user sees at the network, where the answer to a publish was lost. */
export function ResolveForm({ postId, platform, part, onSettled }: ResolveFormProps) {
  const [copied, setCopied] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const resolve = useResolvePost(postId);
  const { label, costs } = platformFacts(platform);
  const id = idIn(copied);

  const settle = (published: string | false) => {
    if (!resolve.isPending)
      resolve.mutate({ platform, published, ...(part !== undefined && { part }) }, { onSuccess: onSettled });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const isUsable = /^[!-~]{1,200}$/.test(id);
    setIncomplete(!isUsable);
    if (isUsable) settle(id);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Text size="sm">
          It may be there. It is never sent again by itself: look at the account on {label}, then say what you see.
        </Text>
        {resolve.isError ? (
          <FailureNotice
            title="Not saved"
            error={resolve.error}
            effect="Nothing was changed or charged."
            uncertain="It may have been saved anyway. Trying again does no harm."
          />
        ) : null}
        <TextInput
          label={`Address or id of the post on ${label}`}
          description={copied !== '' && id !== copied.trim() ? `Its id: ${id}` : 'Copy it from the network'}
          error={isIncomplete ? 'Paste the address of the post, or its id.' : null}
          value={copied}
          onChange={(event) => {
            setCopied(event.currentTarget.value);
            setIncomplete(false);
          }}
        />
        <Group gap="sm">
          <Button type="submit" variant="default" loading={resolve.isPending && resolve.variables.published !== false}>
            It is there ({inCredits(costs.post)})
          </Button>
          <Button
            variant="default"
            loading={resolve.isPending && resolve.variables.published === false}
            onClick={() => settle(false)}
          >
            It is not there
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
