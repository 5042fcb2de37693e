import { Link } from '../router.tsx';
import { Page } from './page.tsx';

/** For addresses that name no page. */
export function NotFoundPage() {
  return (
    <Page heading="No such page">
      <p>The address may be mistyped, or name a platform this server does not know.</p>
      <p>
        <Link href="/">Go to your connections</Link>
      </p>
    </Page>
  );
}
