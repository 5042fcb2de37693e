import { Page } from '../ui/page.tsx';

export default function ActivityPage() {
  return <Page heading="Activity">{null}</Page>;
}
