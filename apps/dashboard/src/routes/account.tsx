import { Page } from '../ui/page.tsx';

/** Password and sessions. */
export default function AccountPage() {
  return <Page heading="Account">Account</Page>;
}
