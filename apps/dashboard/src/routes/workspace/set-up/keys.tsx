import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { CreateKeyDialog } from '../../../features/keys/create-key-dialog.tsx';
import { KeyList } from '../../../features/keys/key-list.tsx';
import { KeyUses } from '../../../features/keys/key-uses.tsx';
import { RevokeKeyDialog } from '../../../features/keys/revoke-key-dialog.tsx';
import { type ListedKey, useKeys } from '../../../shared/keys/keys.ts';
import { useSubject } from '../../../ui/dialogs/subject.ts';
import { ReadFailure } from '../../../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../../../ui/notices/notice.tsx';
import { focusHeading } from '../../../ui/page/navigation.ts';
import { Page } from '../../../ui/page/page.tsx';
import { WaitingRows } from '../../../ui/parts/rows.tsx';

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
      <ReadFailure title="The API keys could not be read" query={keys} />
      {keys.isPending ? <WaitingRows count={2} height={68} /> : null}
      {isEmpty ? <KeyUses onCreate={creation.open} /> : null}
      {keys.data && !isEmpty ? <KeyList keys={keys.data} onRevoke={revoking.open} /> : null}
      <CreateKeyDialog
        isOpen={isCreating}
        onClose={creation.close}
        onDone={(name) => {
          setResult(`${name} was created. It can be used now.`);
          focusHeading();
        }}
      />
      <RevokeKeyDialog
        apiKey={revoking.subject}
        isOpen={revoking.isOpen}
        onClose={revoking.close}
        onDone={() => {
          setResult(`${revoking.subject?.name} was revoked. It no longer works.`);
          focusHeading();
        }}
      />
    </Page>
  );
}
