import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Row, Rows } from '../../ui/parts/rows.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import type { Invitation } from './members.ts';
import { ROLE_NAMES } from './role-words.ts';

interface InvitationListProps {
  invitations: readonly Invitation[];
  /** Invitation that is being revoked. */
  revoking: string | undefined;
  onRevoke: (invitation: Invitation) => void;
}

/** Every open invitation, with a button that ends it. */
export function InvitationList({ invitations, revoking, onRevoke }: InvitationListProps) {
  return (
    <Rows label="Open invitations">
      {invitations.map((invitation) => {
        const { id, role, email, createdBy, expiresAt } = invitation;
        return (
          <Row key={id}>
            <Stack gap={4} miw={0}>
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {email ?? 'A link without an address'}
              </Text>
              <Hint>
                {ROLE_NAMES[role]}, invited by {createdBy}; the link ends <Moment at={expiresAt} as="distance" />
              </Hint>
            </Stack>
            <Button variant="default" size="xs" loading={revoking === id} onClick={() => onRevoke(invitation)}>
              Revoke<VisuallyHidden> the invitation of {email ?? 'nobody named'}</VisuallyHidden>
            </Button>
          </Row>
        );
      })}
    </Rows>
  );
}
