import { pollFacts, spanOf } from '@social/rules';
import { type PollFacts, platformOf, type Target } from '@social/types';
import { use } from 'react';
import { Hint } from '../../../ui/parts/text.tsx';
import { ConnectedNetworks, useTargetName } from '../../../ui/platforms/target-name.ts';
import classes from '../compose.module.css';

const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** What each chosen network takes; the check before sending says what does not fit. */
export function PollLimits({ platforms }: { platforms: readonly Target[] }) {
  const networkOf = use(ConnectedNetworks);
  const nameOf = useTargetName();
  return (
    <ul className={`plain-list ${classes['list']}`} aria-label="Polls of the networks">
      {platforms.map((target) => {
        const facts = pollFacts(platformOf(target), { network: networkOf(target) });
        return (
          <li key={target}>
            <Hint>
              {nameOf(target)}: {facts ? inWords(facts) : 'has no polls, and leaves it out'}
            </Hint>
          </li>
        );
      })}
    </ul>
  );
}

function inWords({ options, optionLength, questionLength, multiple, withMedia, minutes }: PollFacts): string {
  const span =
    'only' in minutes ? or.format(minutes.only.map(spanOf)) : `${spanOf(minutes.min)} to ${inDays(minutes.max)}`;
  return [
    `up to ${options} answers of ${optionLength} characters`,
    questionLength === undefined ? 'the text is the question' : `a question of up to ${questionLength} characters`,
    `for ${span}`,
    ...(multiple ? [] : ['people choose one answer']),
    ...(withMedia ? [] : ['no files beside it']),
  ].join('; ');
}

/** Whole days, since 43829 minutes say nothing to people. */
function inDays(minutes: number): string {
  return minutes < 1440 ? spanOf(minutes) : spanOf(minutes - (minutes % 1440));
}
