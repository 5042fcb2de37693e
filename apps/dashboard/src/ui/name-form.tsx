import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { describeFailure, failureCode } from '../api/failures.ts';
import { FailureNotice } from './failure-notice.tsx';

/** As long as the contract lets a name be. */
const MAX_LENGTH = 100;

interface NameFormProps {
  label: string;
  description: ReactNode;
  initialName?: string;
  /** The button that sends it. */
  submit: string;
  /** Says what is wrong with a name before it is sent; undefined when nothing is. */
  check?: (name: string) => string | undefined;
  /** The failed attempt to send it: `title` and `effect` as for `FailureNotice`. */
  failure: { title: string; error: unknown; effect: string; uncertain?: string };
  isPending: boolean;
  onSubmit: (name: string) => void;
  onCancel: () => void;
}

/** Asks for the name of something; what is wrong with the name is said beside it. Stands in a dialog. */
export function NameForm(props: NameFormProps) {
  const { label, description, initialName = '', submit, check, failure, isPending, onSubmit, onCancel } = props;
  const [name, setName] = useState(initialName);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isRefused = failureCode(failure.error) === 'invalid_request';
  const error = problem ?? (isRefused ? describeFailure(failure.error).text : undefined);
  useEffect(() => {
    // The field's description holds the problem: it is read out with the field.
    if (error !== undefined) field.current?.focus();
  }, [error]);

  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    const found = wanted === '' ? 'Enter a name.' : check?.(wanted);
    setProblem(found);
    if (found === undefined && !isPending) onSubmit(wanted);
    else field.current?.focus();
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {failure.error && !isRefused ? <FailureNotice {...failure} /> : null}
        <TextInput
          ref={field}
          label={label}
          description={description}
          error={error}
          required
          maxLength={MAX_LENGTH}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
