import { Page } from '../ui/page.tsx';

export default function UsagePage() {
  return <Page heading="Usage">{null}</Page>;
}
