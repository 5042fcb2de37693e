import { Page } from '../ui/page.tsx';

export default function KeysPage() {
  return <Page heading="API keys">{null}</Page>;
}
