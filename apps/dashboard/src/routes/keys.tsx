import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { CreateKeyDialog } from '../features/keys/create-key-dialog.tsx';
import { KeyList } from '../features/keys/key-list.tsx';
import { KeyUses } from '../features/keys/key-uses.tsx';
import { type ListedKey, useKeys } from '../features/keys/keys.ts';
import { RevokeKeyDialog } from '../features/keys/revoke-key-dialog.tsx';
import { FailureNotice, TryAgain } from '../ui/failure-notice.tsx';
import { LiveRegion, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { WaitingRows } from '../ui/rows.tsx';
import { useSubject } from '../ui/subject.ts';

/** The API keys of the workspace. */
export default function KeysPage() {
  const keys = useKeys();
  const [isCreating, creation] = useDisclosure(false);
  const revoking = useSubject<ListedKey>();
  const [result, setResult] = useState<string>();
  const isEmpty = keys.data?.length === 0;
  return (
    <Page heading="API keys" beside={isEmpty ? null : <Button onClick={creation.open}>New API key</Button>}>
      <LiveRegion>{result ? <Notice tone="ok" title={result} /> : null}</LiveRegion>
      {keys.isError ? (
        <FailureNotice
          title="The API keys could not be read"
          error={keys.error}
          effect={keys.data ? 'What is shown below may be old.' : 'Nothing was changed.'}
          actions={<TryAgain query={keys} />}
        />
      ) : null}
      {keys.isPending ? <WaitingRows count={2} height={68} /> : null}
      {isEmpty ? <KeyUses onCreate={creation.open} /> : null}
      {keys.data && !isEmpty ? <KeyList keys={keys.data} onRevoke={revoking.open} /> : null}
      <CreateKeyDialog
        isOpen={isCreating}
        onClose={creation.close}
        onDone={(name) => {
          setResult(`${name} was created. It can be used now.`);
          // In an empty list the button that opened the dialog is gone.
          document.querySelector('h1')?.focus();
        }}
      />
      <RevokeKeyDialog
        apiKey={revoking.subject}
        isOpen={revoking.isOpen}
        onClose={revoking.close}
        onDone={() => {
          setResult(`${revoking.subject?.name} was revoked. It no longer works.`);
          document.querySelector('h1')?.focus();
        }}
      />
    </Page>
  );
}
