import { Anchor, Box, Text } from '@mantine/core';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { Link, useRoute } from 'wouter';
import { useLeaveWarning } from '../../ui/leave-warning.ts';
import { Notice } from '../../ui/notice.tsx';

/** A new key, whole. Nobody can ever read it again. */
interface UnstoredKey {
  readonly name: string;
  readonly rawKey: string;
}

type Held = readonly [UnstoredKey | null, (key: UnstoredKey | null) => void];

const HeldKey = createContext<Held | null>(null);

/** Keeps a new key until its reader says that it is stored, also while another page of the workspace is shown. */
export function UnstoredKeyHolder({ children }: { children: ReactNode }) {
  const held = useState<UnstoredKey | null>(null);
  useLeaveWarning(held[0] !== null);
  return <HeldKey value={held}>{children}</HeldKey>;
}

/** The key that is kept, or null, and what sets it. @throws Error outside an `UnstoredKeyHolder` */
export function useUnstoredKey(): Held {
  const held = useContext(HeldKey);
  if (!held) throw new Error('no UnstoredKeyHolder is around this');
  return held;
}

/** Leads back to a key that is not stored: the browser's buttons leave the page that shows it. */
export function UnstoredKeyNotice() {
  const [key] = useUnstoredKey();
  const [isShown] = useRoute('/keys');
  if (!key || isShown) return null;
  return (
    <Box mb="lg">
      <Notice
        tone="problem"
        title={`The key ${key.name} is not stored yet`}
        actions={
          <Anchor component={Link} href="/keys" size="sm">
            Show the key
          </Anchor>
        }
      >
        <Text size="sm">It can be shown until this tab is closed or loaded again, and never after.</Text>
      </Notice>
    </Box>
  );
}
