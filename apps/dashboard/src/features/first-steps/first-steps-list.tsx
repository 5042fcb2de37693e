import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { networkFacts, PLATFORM_IDS, type PlatformId, platformFacts, platformName } from '@social/types';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { connectionsAddress } from '../../shared/connections/connections.ts';
import { useRole } from '../../shared/session/role.ts';
import { focusHeading } from '../../ui/page/navigation.ts';
import { Example } from '../../ui/parts/example.tsx';
import { InlineLink, LinkButton } from '../../ui/parts/links.tsx';
import { PlatformGlyph } from '../../ui/platforms/platform-glyph.tsx';
import { FirstStep } from './first-step.tsx';
import { useFirstSteps } from './first-steps.ts';
import type { Step } from './kept-steps.ts';

const TITLES: Record<Step, string> = {
  connect: 'Connect an account',
  write: 'Write a post',
  see: 'See the result',
  schedule: 'Schedule a post',
  command: 'Publish from a terminal or a program',
};

/** Platforms that need no app of the operator's, which takes days at others. Those where people sign in come before bots. */
const WITHOUT_APP = PLATFORM_IDS.filter((id) =>
  platformFacts(id).networks.every((one) => !networkFacts(one).connect.app),
).toSorted((one, other) => Number(!platformFacts(one).signIn) - Number(!platformFacts(other).signIn));

/** The way from an empty server to a scheduled post and a key. Each step can be skipped, and taken up later. */
export function FirstStepsList({ headingOrder = 2 }: { headingOrder?: 2 | 3 }) {
  const { steps, newest, example, finish, skip, takeUp } = useFirstSteps();
  const [chosen, setChosen] = useState<Step | null>(null);
  if (!steps) return <StepPlaces />;
  const open = steps.filter(({ state }) => state === 'open').map(({ step }) => step);
  const shown = chosen !== null && open.includes(chosen) ? chosen : open[0];
  const contents: Record<Step, ReactNode> = {
    connect: <ConnectStep />,
    write: <WriteStep />,
    see: <SeeStep postId={newest?.id} onSeen={() => finish('see')} />,
    schedule: <ScheduleStep />,
    command: <CommandStep platform={example ?? 'bluesky'} onDone={() => finish('command')} />,
  };
  return (
    <>
      {shown === undefined ? (
        <Text>
          Nothing is left. <InlineLink href="/">Go to the posts</InlineLink>.
        </Text>
      ) : null}
      <Stack component="ol" className="plain-list" gap="sm">
        {steps.map(({ step, state }, index) => (
          <FirstStep
            key={step}
            number={index + 1}
            step={step}
            title={TITLES[step]}
            state={state}
            headingOrder={headingOrder}
            isUnfolded={step === shown}
            onUnfold={() => {
              takeUp(step);
              setChosen(step);
            }}
            onSkip={() => skip(step)}
          >
            {contents[step]}
          </FirstStep>
        ))}
      </Stack>
    </>
  );
}

function ConnectStep() {
  return (
    <>
      <Text maw="60ch">
        These need no app that you register at the network first: an account, a bot or a channel of yours is enough.
      </Text>
      <Group gap="xs">
        {WITHOUT_APP.map((platform) => (
          <Button
            key={platform}
            component={Link}
            href={connectionsAddress({ connect: platform })}
            variant="default"
            leftSection={<PlatformGlyph target={platform} />}
          >
            {platformName(platform)}
          </Button>
        ))}
        <Button component={Link} href="/connections" variant="subtle">
          Other networks
        </Button>
      </Group>
    </>
  );
}

function WriteStep() {
  return (
    <>
      <Text maw="60ch">
        Choose the accounts, write a text, and see what each network makes of it before it is sent.
      </Text>
      <Group gap="xs">
        <LinkButton href="/write">Begin to write</LinkButton>
      </Group>
    </>
  );
}

function SeeStep({ postId, onSeen }: { postId: string | undefined; onSeen: () => void }) {
  if (postId === undefined) {
    return (
      <Text maw="60ch">Once you have written a post, this leads to its result on each network, with its address.</Text>
    );
  }
  return (
    <>
      <Text maw="60ch">
        A post has a page: the result on each network, its address there, and every step that led to it.
      </Text>
      <Group gap="xs">
        <Button component={Link} href={`/posts/${postId}`} onClick={onSeen}>
          See the post
        </Button>
      </Group>
    </>
  );
}

function ScheduleStep() {
  return (
    <>
      <Text maw="60ch">
        Choose a time while you write, or a place in the calendar. The server publishes it then, whether this page is
        open or not.
      </Text>
      <Group gap="xs">
        <LinkButton href="/calendar">Choose a time in the calendar</LinkButton>
      </Group>
    </>
  );
}

/** Name of the command's package, which the build sets; null where it is on no registry. */
declare const COMMAND_PACKAGE: string | null;

const INSTALLATION = COMMAND_PACKAGE
  ? [`npm install --global ${COMMAND_PACKAGE}`]
  : ['export PATH="$PWD/node_modules/.bin:$PATH"', 'alias social="node $PWD/packages/cli/dist/bin.js"'];

function CommandStep({ platform, onDone }: { platform: PlatformId; onDone: () => void }) {
  const isOwner = useRole() === 'owner';
  return (
    <>
      <Text maw="60ch">
        The command signs in through this browser. It publishes what this page does, also from CI.
        {COMMAND_PACKAGE ? '' : ' Type this in the folder of the clone.'}
      </Text>
      <Example>
        {[...INSTALLATION, `social login --base-url ${location.origin}`, `social post "Hello" --to ${platform}`].join(
          '\n',
        )}
      </Example>
      <Group gap="xs">
        {isOwner ? <LinkButton href="/keys">Make an API key</LinkButton> : null}
        <Button
          variant="default"
          onClick={() => {
            onDone();
            focusHeading({ preventScroll: true });
          }}
        >
          Done
        </Button>
      </Group>
    </>
  );
}

function StepPlaces() {
  return (
    <Stack gap="sm" aria-hidden>
      {Object.keys(TITLES).map((step) => (
        <Skeleton key={step} h={64} />
      ))}
    </Stack>
  );
}
