import { Button, Group, List, Stack, Text } from '@mantine/core';
import { deletionCost } from '@social/rules';
import { isTarget, platformOf, type Schema, type Target } from '@social/types';
import { useState } from 'react';
import { useAccountsOf } from '../../../shared/connections/accounts.ts';
import { useTakeBack } from '../../../shared/posts/post-changes.ts';
import { idOf, type Post } from '../../../shared/posts/post-standing.ts';
import { reasonOf } from '../../../shared/posts/results/result-state.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { LiveRegion, Notice } from '../../../ui/notices/notice.tsx';
import { NewTabLink } from '../../../ui/parts/links.tsx';
import { targetName } from '../../../ui/platforms/target-name.ts';
import { inCredits } from '../../../ui/values/quantities.ts';

type Removal = Schema<'RemovalResult'>;

const WORDS: Readonly<Record<Removal['state'], string>> = {
  deleted: 'deleted',
  gone: 'was no longer there',
  impossible: 'cannot be deleted by a program: delete it there',
  failed: 'not deleted',
  unknown: 'not known; it is looked up again',
  removing: 'on its way',
};

/** Deletes what the post has published, after a question, and shows a result for each target. */
export function TakeBack({ post }: { post: Post }) {
  const [isAsking, setIsAsking] = useState(false);
  const change = useTakeBack(idOf(post));
  const places = placesOf(post);
  return (
    <Stack gap="sm">
      <LiveRegion>{change.isSuccess ? <Report taken={change.data} /> : null}</LiveRegion>
      {places.length > 0 ? (
        <Group>
          <Button variant="default" onClick={() => setIsAsking(true)}>
            Take back
          </Button>
        </Group>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title="Take this post back?"
        confirm="Delete it everywhere"
        keep="Keep it"
        change={change}
        failure={{
          title: 'Not taken back',
          effect: 'Nothing was deleted or charged.',
          uncertain: 'It may have been deleted. Press again: taking it back twice does no harm.',
        }}
        onClose={() => setIsAsking(false)}
      >
        <Question places={places} profile={post.profile} />
      </ConfirmDialog>
    </Stack>
  );
}

function Question({ places, profile }: { places: readonly Target[]; profile: string }) {
  const accountOf = useAccountsOf(profile);
  const able = places.filter((place) => deletionCost(platformOf(place), accountOf(place).network) !== null);
  const others = places.filter((place) => !able.includes(place));
  return (
    <>
      {able.length > 0 ? (
        <Text size="sm">
          It is deleted on {namesOf(able)}, which cannot be undone and costs 1 credit for each deletion. It stays in the
          list as taken back, and is not sent again.
        </Text>
      ) : null}
      {others.length > 0 ? <Text size="sm">Programs cannot delete it on {namesOf(others)}: do that there.</Text> : null}
    </>
  );
}

function namesOf(places: readonly Target[]): string {
  return places.map((place) => targetName(place)).join(', ');
}

/** Lists the targets that still have something of a post. */
function placesOf({ platformResults }: Post): Target[] {
  return Object.entries(platformResults).flatMap(([target, result]) => {
    const parts = [...(result.parts ?? [result]), ...(result.comments ?? [])];
    const isThere = parts.some(({ state, removedAt }) => state === 'published' && removedAt === undefined);
    return isThere && isTarget(target) ? [target] : [];
  });
}

function Report({ taken: { ok, credits, results } }: { taken: Schema<'Unpublished'> }) {
  return (
    <Notice tone={ok ? 'ok' : 'problem'} title={ok ? 'The post is taken back' : 'Not everything was taken back'}>
      <List size="sm">
        {Object.entries(results).map(([target, result]) => (
          <List.Item key={target}>
            {isTarget(target) ? targetName(target) : target}: {WORDS[result.state]}.{' '}
            {result.state === 'failed' ? `${reasonOf(result, target) ?? ''} ` : ''}
            {result.url ? <NewTabLink href={result.url}>Open it there (new tab)</NewTabLink> : null}
          </List.Item>
        ))}
      </List>
      <Text size="sm">{inCredits(credits)} charged.</Text>
    </Notice>
  );
}
