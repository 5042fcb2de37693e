import { lazy, memo } from 'react';
import { Folded } from '../folded.tsx';
import { settingsFor } from '../writing.ts';
import type { SettingsProps } from './settings-fields.tsx';

const SettingsFields = lazy(() => import('./settings-fields.tsx'));

/** The labels of the post, and the settings of each chosen network. */
export const SettingsSection = memo(function SettingsSection(props: SettingsProps) {
  const { platforms, aiGenerated, paidPartnership } = props;
  const isFilled = aiGenerated || paidPartnership || Object.keys(settingsFor(props, platforms)).length > 0;
  return (
    <Folded title="Settings" isFilled={isFilled}>
      <SettingsFields {...props} />
    </Folded>
  );
});
