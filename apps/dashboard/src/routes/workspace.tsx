import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { useAccount } from '../features/account/session.ts';
import { UnstoredKeyHolder } from '../features/keys/unstored-key.tsx';
import { WorkspaceShell } from '../shell/workspace-shell.tsx';
import { BrokenPageBoundary } from '../ui/broken-page.tsx';
import { FailureNotice, TryAgain } from '../ui/failure-notice.tsx';
import { BarePage, Page } from '../ui/page.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { NotFoundPage } from './not-found.tsx';

const PostsPage = lazy(() => import('./posts.tsx'));
const PostPage = lazy(() => import('./post.tsx'));
const WritePage = lazy(() => import('./write.tsx'));
const CalendarPage = lazy(() => import('./calendar.tsx'));
const ConnectionsPage = lazy(() => import('./connections.tsx'));
const ProfilesPage = lazy(() => import('./profiles.tsx'));
const KeysPage = lazy(() => import('./keys.tsx'));
const UsagePage = lazy(() => import('./usage.tsx'));
const ActivityPage = lazy(() => import('./activity.tsx'));
const AccountPage = lazy(() => import('./account.tsx'));

/** Everything that needs a session. Without one it leads to the sign-in form, which leads back here. */
export default function WorkspacePages() {
  const account = useAccount();
  const [path] = useLocation();
  const search = useSearch();
  if (account.data === null) {
    const here = search ? `${path}?${search}` : path;
    return <Redirect to={here === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: here })}`} replace />;
  }
  if (account.data === undefined) {
    if (!account.isError) return <Waiting />;
    return (
      <BarePage heading="Social">
        <FailureNotice
          title="The server could not be asked who you are"
          error={account.error}
          effect="Nothing was changed."
          actions={<TryAgain query={account} />}
        />
      </BarePage>
    );
  }
  return (
    <UnstoredKeyHolder key={account.data.workspaceId}>
      <WorkspaceShell account={account.data}>
        <BrokenPageBoundary key={path} frame={Page}>
          <Suspense fallback={<Waiting />}>
            <Switch>
              <Route path="/" component={PostsPage} />
              <Route path="/posts/:id">{({ id }) => <PostPage key={id} id={id} />}</Route>
              <Route path="/write" component={WritePage} />
              <Route path="/calendar" component={CalendarPage} />
              <Route path="/connections" component={ConnectionsPage} />
              <Route path="/profiles" component={ProfilesPage} />
              <Route path="/keys" component={KeysPage} />
              <Route path="/usage" component={UsagePage} />
              <Route path="/activity" component={ActivityPage} />
              <Route path="/account" component={AccountPage} />
              <Route>
                <NotFoundPage />
              </Route>
            </Switch>
          </Suspense>
        </BrokenPageBoundary>
      </WorkspaceShell>
    </UnstoredKeyHolder>
  );
}
