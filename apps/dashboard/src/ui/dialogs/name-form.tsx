import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { describeFailure, failureCode } from '../../api/failures.ts';
import { FailureNotice, type FailureWords } from '../notices/failure-notice.tsx';

/** The contract's limit for names. */
const MAX_LENGTH = 100;
/** Codes of refusals that are about the name. */
const REFUSALS: readonly (string | undefined)[] = ['invalid_request', 'conflict'];

interface NameFormProps {
  description: ReactNode;
  initialName?: string;
  /** Further fields. */
  children?: ReactNode;
  /** The button that sends it. */
  submit: string;
  /** Returns what is wrong with a name before it is sent, or undefined for a good name. */
  check?: (name: string) => string | undefined;
  /** The change that sends the name. */
  change: { isPending: boolean; error: unknown };
  /** Words for a change that failed. */
  failure: FailureWords;
  onSubmit: (name: string) => void;
  onCancel: () => void;
}

/** Asks for a name within a dialog. A refused name is explained next to the field. */
export function NameForm(props: NameFormProps) {
  const { description, initialName = '', children, submit, check, change, failure, onSubmit, onCancel } = props;
  const [name, setName] = useState(initialName);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isRefused = REFUSALS.includes(failureCode(change.error));
  const error = problem ?? (isRefused ? describeFailure(change.error).text : undefined);
  useEffect(() => {
    // A screen reader reads the problem out as part of the field's description.
    if (error !== undefined) field.current?.focus();
  }, [error]);

  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    const found = wanted === '' ? 'Enter a name.' : check?.(wanted);
    setProblem(found);
    if (found === undefined && !change.isPending) onSubmit(wanted);
    else field.current?.focus();
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {change.error && !isRefused ? <FailureNotice {...failure} error={change.error} /> : null}
        <TextInput
          ref={field}
          label="Name"
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
        {children}
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
