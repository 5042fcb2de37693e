import { isTarget, platformOf, type Schema } from '@social/types';
import { settingsOf } from '@social/types/settings';
import type { ReactNode } from 'react';
import { targetName } from '../../ui/platforms/target-name.ts';
import { inWords, POST_LABEL_NAMES, POST_LABELS, settingLabel } from './setting-words.ts';

type Given = Pick<Schema<'Post'>, 'settings' | 'aiGenerated' | 'paidPartnership'>;

/** Lists the labels of a post and the settings of each target, for `Facts`. */
export function settingFacts({ settings = {}, ...post }: Given): (readonly [name: string, value: ReactNode])[] {
  const labels = POST_LABEL_NAMES.filter((name) => post[name]);
  return [
    ['Labeled as', labels.map((name) => POST_LABELS[name]).join(', ')],
    ...Object.entries(settings).map(([target, own]) => {
      const lines = Object.entries(own).map(([name, value]) => (
        <div key={name}>
          {settingLabel(name)}: {valueInWords(value, isChosen(target, name))}
        </div>
      ));
      return [isTarget(target) ? targetName(target) : target, lines] as const;
    }),
  ];
}

function isChosen(target: string, name: string): boolean {
  return isTarget(target) && settingsOf(platformOf(target))[name]?.values !== undefined;
}

/** @param isChosen true for a value of the contract; false for what somebody wrote */
function valueInWords(value: unknown, isChosen: boolean): string {
  if (Array.isArray(value)) return value.map((each) => valueInWords(each, isChosen)).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return isChosen ? inWords(String(value)) : String(value);
}
