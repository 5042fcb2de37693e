import { Button, Text } from '@mantine/core';
import { refusedField } from '../api/failures.ts';
import { useLinkToken } from '../features/account/link-token.ts';
import { useConfirmAddress } from '../features/account/mails.ts';
import { FailureNotice } from '../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../ui/notices/notice.tsx';
import { BarePage } from '../ui/page/page.tsx';
import { PageLink } from '../ui/parts/links.tsx';

/** Confirms an address for mails. A person presses a button: programs that look at mails open links too. */
export default function ConfirmAddressPage() {
  const token = useLinkToken();
  const confirm = useConfirmAddress();
  if (token === null || refusedField(confirm.error) === 'token') {
    return (
      <BarePage heading="This link does not work">
        <Text>It was used already, is older than a day, or was not copied whole. No address was confirmed.</Text>
        <PageLink href="/account">Ask for another link on the account page</PageLink>
      </BarePage>
    );
  }
  return (
    <BarePage heading="Confirm your address">
      <LiveRegion>
        {confirm.isSuccess ? (
          <Notice tone="ok" title={`${confirm.data.address} is confirmed. Mails go there from now on.`} />
        ) : null}
      </LiveRegion>
      <FailureNotice title="Not confirmed" error={confirm.error} effect="The link still works." />
      {confirm.isSuccess ? (
        <PageLink href="/account">Choose which mails are sent</PageLink>
      ) : (
        <>
          <Text>Mails about failed posts and about accounts that must be connected again will go to this address.</Text>
          <Button loading={confirm.isPending} onClick={() => confirm.mutate(token)}>
            Confirm
          </Button>
        </>
      )}
    </BarePage>
  );
}
