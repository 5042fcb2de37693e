import { Box, Text } from '@mantine/core';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useRoute } from 'wouter';
import { Notice } from '../../ui/notices/notice.tsx';
import { useLeaveWarning } from '../../ui/page/leave-warning.ts';
import { SmallLink } from '../../ui/parts/links.tsx';

/** A new key with its secret, which nobody can read again. */
interface UnstoredKey {
  readonly name: string;
  readonly rawKey: string;
}

type KeyState = readonly [UnstoredKey | null, (key: UnstoredKey | null) => void];

const KeyContext = createContext<KeyState | null>(null);

/** Keeps a new key across the pages of the workspace until its reader confirms that it is stored. */
export function UnstoredKeyProvider({ children }: { children: ReactNode }) {
  const state = useState<UnstoredKey | null>(null);
  useLeaveWarning(state[0] !== null);
  return <KeyContext value={state}>{children}</KeyContext>;
}

/** Returns the key that is not stored yet, or null, and its setter. @throws Error outside an `UnstoredKeyProvider` */
export function useUnstoredKey(): KeyState {
  const state = useContext(KeyContext);
  if (!state) throw new Error('useUnstoredKey needs an UnstoredKeyProvider around it');
  return state;
}

/** Leads back to a key that is not stored, after the browser's buttons have left its page. */
export function UnstoredKeyNotice() {
  const [key] = useUnstoredKey();
  const [isShown] = useRoute('/keys');
  if (!key || isShown) return null;
  return (
    <Box mb="lg">
      <Notice
        tone="problem"
        title={`The key ${key.name} is not stored yet`}
        actions={<SmallLink href="/keys">Show the key</SmallLink>}
      >
        <Text size="sm">It can be shown until you close or reload this tab, and never after that.</Text>
      </Notice>
    </Box>
  );
}
