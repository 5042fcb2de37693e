import { Group, Text, VisuallyHidden } from '@mantine/core';
import { platformName, type Target } from '@social/types';
import { type Account, useAccountsOf } from '../../shared/connections/accounts.ts';
import { type Post, resultInWords, type Standing, standingInWords } from '../../shared/posts/post-standing.ts';
import { markOf, StandingMark } from '../../shared/posts/standing-mark.tsx';
import { AccountFace } from '../../ui/accounts/account-face.tsx';
import { StateWords } from '../../ui/parts/state-mark.tsx';

/** Most accounts of a post that a list names in full. */
const NAMED = 3;

/** The state of a post as a pill. */
export function PostState({ standing }: { standing: Standing }) {
  return <StateWords {...markOf(standing)}>{standingInWords(standing)}</StateWords>;
}

/** The accounts of a post, each with its mark. Screen readers and tooltips explain the mark. */
export function PostPlatforms({ post }: { post: Post }) {
  const accountOf = useAccountsOf(post.profile);
  return (
    <Group component="span" gap="6px var(--mantine-spacing-md)" display="inline-flex">
      {post.platforms.map((target) => (
        <PostAccount
          key={target}
          post={post}
          target={target}
          account={accountOf(target, post.platformResults[target]?.account)}
          isNamed={post.platforms.length <= NAMED}
        />
      ))}
    </Group>
  );
}

interface PostAccountProps {
  post: Post;
  target: Target;
  account: Account;
  /** Shows the name of the account to eyes too, and not only that of its network. */
  isNamed: boolean;
}

function PostAccount({ post, target, account: { platform, name, picture, network }, isNamed }: PostAccountProps) {
  const { words, standing } = resultInWords(post, target);
  const networkName = platformName(platform, network);
  const label = name === null ? networkName : `${name} · ${networkName}`;
  return (
    <Group component="span" gap={8} wrap="nowrap" display="inline-flex" title={`${label}: ${words}`}>
      <AccountFace {...{ platform, picture, network }} name={name ?? networkName} size={22} />
      <Text component="span" size="sm">
        {isNamed || name === null ? (
          label
        ) : (
          <>
            <VisuallyHidden>{name} · </VisuallyHidden>
            {networkName}
          </>
        )}
      </Text>
      {post.status === 'scheduled' ? null : <StandingMark standing={standing} />}
      <VisuallyHidden>{words}</VisuallyHidden>
    </Group>
  );
}
