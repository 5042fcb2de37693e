import { Badge, Button, Group, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core';
import { ROLES } from '@social/types';
import type { Role } from '../../shared/session/role.ts';
import { Row, Rows } from '../../ui/parts/rows.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import type { Member } from './members.ts';
import { ROLE_NAMES } from './role-words.ts';

interface MemberListProps {
  members: readonly Member[];
  /** Address of the person who looks at the list. */
  own: string | undefined;
  /** Member whose role is being changed. */
  changing: string | undefined;
  onChangeRole: (member: Member, role: Role) => void;
  onRemove: (member: Member) => void;
}

/** Every member with its role and its actions. The founder has none. */
export function MemberList({ members, own, changing, onChangeRole, onRemove }: MemberListProps) {
  return (
    <Rows label="Members">
      {members.map((member) => (
        <Row key={member.id}>
          <Stack gap={4} miw={0}>
            <Group gap="xs">
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {member.email}
              </Text>
              {member.email === own ? (
                <Badge variant="default" tt="none">
                  You
                </Badge>
              ) : null}
            </Group>
            <Hint>
              {member.isFounder ? 'Created the workspace' : 'Joined'} <Moment at={member.joinedAt} as="date" />
              {member.invitedBy === null ? '' : `, invited by ${member.invitedBy}`}
            </Hint>
          </Stack>
          {member.isFounder ? (
            <Text size="sm">Owner, founder</Text>
          ) : (
            <Group gap="xs" wrap="nowrap">
              <NativeSelect
                size="xs"
                aria-label={`Role of ${member.email}`}
                data={ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
                value={member.role}
                disabled={changing === member.id}
                onChange={({ currentTarget }) => onChangeRole(member, currentTarget.value as Role)}
              />
              <Button variant="default" size="xs" onClick={() => onRemove(member)}>
                Remove<VisuallyHidden> {member.email}</VisuallyHidden>
              </Button>
            </Group>
          )}
        </Row>
      ))}
    </Rows>
  );
}
