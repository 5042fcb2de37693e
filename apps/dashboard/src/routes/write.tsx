import { Page } from '../ui/page.tsx';

export default function WritePage() {
  return <Page heading="Write">{null}</Page>;
}
