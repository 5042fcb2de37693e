import { Button, Text, TextInput } from '@mantine/core';
import { type RefObject, type SubmitEvent, useState } from 'react';
import { failureCode } from '../../api/failures.ts';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';
import { Stage } from '../../ui/page/stage.tsx';

interface CodeFormProps {
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** The code that was looked up before, for the user to correct. */
  initial: string;
  /** Why that look-up failed. */
  error: unknown;
  onAsk: (code: string) => void;
}

/** Asks for the code that a command on another machine shows. */
export function CodeForm({ headingRef, initial, error, onAsk }: CodeFormProps) {
  const [code, setCode] = useState(initial);
  const isUnknown = failureCode(error) === 'not_found';

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onAsk(code);
  };
  return (
    <form onSubmit={submit}>
      <Stage heading="Enter the code that the command shows" headingRef={headingRef}>
        <Text>
          On the other machine, the command shows a code of eight letters and waits. Before you decide, you see which
          machine asks.
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
      </Stage>
    </form>
  );
}
