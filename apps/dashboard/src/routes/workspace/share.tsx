import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'wouter';
import type { MediaShelf } from '../../features/compose/media/media-shelf.ts';
import { writingStoreOf } from '../../features/compose/writing-store.ts';
import { SharedFiles } from '../../features/share/shared-files.tsx';
import { ownerOf } from '../../shared/device/local-copies.ts';
import {
  forgetAllShared,
  forgetShared,
  SHARED_KEY,
  type SharedContent,
  useSharedContent,
} from '../../shared/device/shared-content.ts';
import { useAccount } from '../../shared/session/session.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Waiting } from '../../ui/page/waiting.tsx';
import { LinkButton } from '../../ui/parts/links.tsx';

/** Shows what another app of this device has shared, before anything of it goes into a draft. */
export default function SharePage() {
  const shared = useSharedContent();
  const [query] = useSearchParams();
  const hasFailed = query.has('failed');
  if (shared.isPending) return <Waiting />;
  return (
    <Page heading="Share">
      {hasFailed ? (
        <Notice
          tone="problem"
          title="This device did not keep what was shared"
          actions={<LinkButton href="/write">Write a post</LinkButton>}
        >
          Nothing was stored or sent. Share it again; if that fails too, free some space on this device, or choose the
          files where you write the post.
        </Notice>
      ) : null}
      {shared.data ? <Shared {...shared.data} /> : hasFailed ? null : <NothingShared />}
    </Page>
  );
}

function Shared({ text, files, textKeys, fileKeys }: SharedContent) {
  const account = useAccount();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const forget = async (forgetting: Promise<void>) => {
    await forgetting;
    await queries.invalidateQueries({ queryKey: SHARED_KEY });
  };
  const write = async () => {
    if (!account.data) return;
    const store = writingStoreOf(ownerOf(account.data), null);
    const before = store.writing().text;
    store.change({ text: [before, text].filter(Boolean).join('\n\n') });
    const { shelf } = store;
    const ids = shelf.addFiles(files);
    forgetOnceUploaded(shelf, new Map(ids.map((id, index) => [id, fileKeys[index] ?? ''])));
    await forget(forgetShared(textKeys));
    navigate('/write');
  };
  return (
    <>
      {text ? <Text className="written">{text}</Text> : null}
      {files.length > 0 ? <SharedFiles files={files} /> : null}
      <Group gap="sm">
        <Button onClick={() => void write()}>Put it into a draft</Button>
        <Button variant="default" onClick={() => void forget(forgetAllShared())}>
          Discard
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Nothing of it has left this device yet.
      </Text>
    </>
  );
}

/**
 * Forgets each file when the server has it or the writer has taken it out: until then a reload would lose it.
 * @param keys addresses under which this device keeps the files, by their ids in the draft
 */
function forgetOnceUploaded(shelf: MediaShelf, keys: Map<string, string>): void {
  const forget = () => {
    const kept = new Set(shelf.entries().flatMap(({ id, at }) => (at.stage === 'ready' ? [] : [id])));
    for (const [id, key] of keys) {
      if (kept.has(id)) continue;
      keys.delete(id);
      void forgetShared([key]);
    }
    if (keys.size === 0) stop();
  };
  const stop = shelf.subscribe(forget);
}

function NothingShared() {
  return (
    <EmptyState title="Nothing was shared" action={<LinkButton href="/write">Write a post</LinkButton>}>
      Install this page as an app (in the menu of your browser) and choose it where another app of your phone shares a
      picture, a video or an address: it then appears here, and goes into a draft.
    </EmptyState>
  );
}
