import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { platformFacts, platformOf, type Target } from '@social/types';
import { type SubmitEvent, useState } from 'react';
import { FailureNotice } from '../../../ui/notices/failure-notice.tsx';
import { inCredits } from '../../../ui/values/quantities.ts';
import { useResolvePost } from '../post-changes.ts';

interface ResolveFormProps {
  postId: string;
  target: Target;
  /** Number of the part of a thread, or of the comment behind it; undefined without both. */
  part: number | undefined;
  /** What the form asks about. */
  subject: 'post' | 'comment';
  /** Called when the outcome is recorded; the element that had the focus disappears then. */
  onResolved: () => void;
}

/** Asks what the user sees at the network after the answer to a publish was lost. */
export function ResolveForm({ postId, target, part, subject, onResolved }: ResolveFormProps) {
  const [copied, setCopied] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const resolve = useResolvePost(postId);
  const { label, costs } = platformFacts(platformOf(target));
  const named = copied.trim();

  const record = (published: string | false) => {
    if (!resolve.isPending)
      resolve.mutate({ platform: target, published, ...(part !== undefined && { part }) }, { onSuccess: onResolved });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIncomplete(named === '');
    if (named !== '') record(named);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Text size="sm">
          It may be there, so it is never sent again automatically. Look at the account on {label}, then say what you
          see.
        </Text>
        <FailureNotice
          title="Not saved"
          error={resolve.error}
          effect="Nothing was changed or charged."
          uncertain="It may have been saved anyway. Trying again does no harm."
        />
        <TextInput
          label={`Address or id of the ${subject} on ${label}`}
          description="Copy it from the network"
          error={isIncomplete ? `Paste the address of the ${subject}, or its id.` : null}
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
            onClick={() => record(false)}
          >
            It is not there
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
