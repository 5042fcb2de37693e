import { FirstStepsList } from '../../features/first-steps/first-steps-list.tsx';
import { Page } from '../../ui/page/page.tsx';

/** Leads from an empty server to a scheduled post. */
export default function StartPage() {
  return (
    <Page heading="First steps">
      <FirstStepsList />
    </Page>
  );
}
