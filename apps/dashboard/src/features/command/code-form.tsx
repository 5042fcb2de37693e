import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type RefObject, type SubmitEvent, useState } from 'react';
import { failureCode } from '../../api/failures.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';

interface CodeFormProps {
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** What was asked for before, to be mended. */
  initial: string;
  /** Why it was not found. */
  error: unknown;
  onAsk: (code: string) => void;
}

/** Takes the code that a command on another machine shows. */
export function CodeForm({ headingRef, initial, error, onAsk }: CodeFormProps) {
  const [code, setCode] = useState(initial);
  const isUnknown = failureCode(error) === 'not_found';

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onAsk(code);
  };
  return (
    <form onSubmit={submit}>
      <Stack component="section">
        <Title order={2} size="h4" ref={headingRef} tabIndex={-1}>
          Enter the code that the command shows
        </Title>
        <Text>
          On the other machine, the command waits with a code of eight letters. You see who asks before you decide.
        </Text>
        {error && !isUnknown ? (
          <FailureNotice title="The code could not be looked up" error={error} effect="Nothing was approved." />
        ) : null}
        <TextInput
          label="Code"
          placeholder="WDJB-MJHT"
          required
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maw="24rem"
          value={code}
          error={
            isUnknown ? 'No command waits with this code. It may be mistyped, or have expired after ten minutes.' : null
          }
          errorProps={{ role: 'alert' }}
          onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
        />
        <div>
          <Button type="submit">Look it up</Button>
        </div>
      </Stack>
    </form>
  );
}
