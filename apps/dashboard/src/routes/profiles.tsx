import { Page } from '../ui/page.tsx';

export default function ProfilesPage() {
  return <Page heading="Profiles">{null}</Page>;
}
