import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { describeFailure, refusedField } from '../../api/failures.ts';
import { FailureNotice, type FailureWords } from '../../ui/notices/failure-notice.tsx';
import { KindChoice } from './kind-choice.tsx';
import type { WebhookKind } from './webhooks.ts';

const MAX_ADDRESS = 2_048;
const MAX_DESCRIPTION = 100;

/** Settings of an endpoint, as they are typed. */
export interface EndpointFields {
  readonly url: string;
  /** Empty for none. */
  readonly description: string;
  /** Chosen kinds; null for every kind. */
  readonly kinds: readonly WebhookKind[] | null;
}

interface EndpointFormProps {
  initial: EndpointFields;
  /** The button that sends it. */
  submit: string;
  change: { isPending: boolean; error: unknown };
  failure: FailureWords;
  onSubmit: (fields: EndpointFields) => void;
  onCancel: () => void;
}

/** Asks for address, description and kinds. A refused address is explained next to its field. */
export function EndpointForm({ initial, submit, change, failure, onSubmit, onCancel }: EndpointFormProps) {
  const [fields, setFields] = useState(initial);
  const [isAsked, setAsked] = useState(false);
  const address = useRef<HTMLInputElement>(null);
  const isRefused = refusedField(change.error) === 'url';
  const missing = isAsked && fields.url.trim() === '' ? 'Enter the address of the receiver.' : undefined;
  const error = missing ?? (isRefused ? refusalOf(change.error) : undefined);
  useEffect(() => {
    // A screen reader reads the problem out as part of the field's description.
    if (error !== undefined) address.current?.focus();
  }, [error]);

  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    const url = fields.url.trim();
    if (url === '') address.current?.focus();
    else if (fields.kinds?.length !== 0 && !change.isPending) onSubmit({ ...fields, url });
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {isRefused ? null : <FailureNotice {...failure} error={change.error} />}
        <TextInput
          ref={address}
          label="Address"
          description="Where the server sends the events, with https://"
          placeholder="https://"
          type="url"
          inputMode="url"
          autoComplete="off"
          required
          maxLength={MAX_ADDRESS}
          data-autofocus
          error={error}
          value={fields.url}
          onChange={({ currentTarget: { value } }) => setFields({ ...fields, url: value })}
        />
        <TextInput
          label="What it is for"
          description="For people; it may stay empty"
          autoComplete="off"
          maxLength={MAX_DESCRIPTION}
          value={fields.description}
          onChange={({ currentTarget: { value } }) => setFields({ ...fields, description: value })}
        />
        <KindChoice
          value={fields.kinds}
          onChange={(kinds) => setFields({ ...fields, kinds })}
          error={isAsked && fields.kinds?.length === 0 ? 'Choose at least one kind.' : undefined}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Says why the address is refused, without the name of the field in the API. */
function refusalOf(error: unknown): string {
  return describeFailure(error).text.replace(/^Url: /, 'It ');
}
