import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { UnstoredKeyProvider } from '../features/keys/unstored-key.tsx';
import { registerShareTarget } from '../shared/device/shared-content.ts';
import { pageAt, type WorkspacePage } from '../shared/pages/pages.ts';
import { useRole } from '../shared/session/role.ts';
import { useAccount } from '../shared/session/session.ts';
import { WorkspaceShell } from '../shell/workspace-shell.tsx';
import { EmptyState } from '../ui/notices/empty-state.tsx';
import { ReadFailure } from '../ui/notices/failure-notice.tsx';
import { BrokenPageBoundary } from '../ui/page/broken-page.tsx';
import { BarePage, Page } from '../ui/page/page.tsx';
import { Waiting } from '../ui/page/waiting.tsx';
import { NotFoundPage } from './not-found.tsx';

const PostsPage = lazy(() => import('./workspace/posts.tsx'));
const PostPage = lazy(() => import('./workspace/post.tsx'));
const DraftsPage = lazy(() => import('./workspace/drafts.tsx'));
const DraftPage = lazy(() => import('./workspace/draft.tsx'));
const WritePage = lazy(() => import('./workspace/write.tsx'));
const CalendarPage = lazy(() => import('./workspace/calendar.tsx'));
const ResultsPage = lazy(() => import('./workspace/results.tsx'));
const ConnectionsPage = lazy(() => import('./workspace/set-up/connections.tsx'));
const ProfilesPage = lazy(() => import('./workspace/set-up/profiles.tsx'));
const KeysPage = lazy(() => import('./workspace/set-up/keys.tsx'));
const MembersPage = lazy(() => import('./workspace/set-up/members.tsx'));
const WebhooksPage = lazy(() => import('./workspace/set-up/webhooks.tsx'));
const WebhookPage = lazy(() => import('./workspace/set-up/webhook.tsx'));
const StartPage = lazy(() => import('./workspace/start.tsx'));
const SharePage = lazy(() => import('./workspace/share.tsx'));
const UsagePage = lazy(() => import('./workspace/set-up/usage.tsx'));
const ActivityPage = lazy(() => import('./workspace/activity.tsx'));
const AccountPage = lazy(() => import('./workspace/set-up/account.tsx'));

/** The pages that need a session. Without one they lead to the sign-in form, which leads back. */
export default function WorkspacePages() {
  const account = useAccount();
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => void registerShareTarget(), []);
  if (account.data === null) {
    const here = search ? `${path}?${search}` : path;
    return <Redirect to={here === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: here })}`} replace />;
  }
  if (account.data === undefined) {
    if (!account.isError) return <Waiting />;
    return (
      <BarePage heading="Social">
        <ReadFailure title="Your account could not be read" query={account} />
      </BarePage>
    );
  }
  return (
    <UnstoredKeyProvider key={`${account.data.workspaceId} ${account.data.email}`}>
      <WorkspaceShell account={account.data}>
        <BrokenPageBoundary key={path} frame={Page}>
          <Suspense fallback={<Waiting />}>
            <Pages />
          </Suspense>
        </BrokenPageBoundary>
      </WorkspaceShell>
    </UnstoredKeyProvider>
  );
}

/** The pages by their addresses. */
function Pages() {
  return (
    <Switch>
      <Route path="/" component={PostsPage} />
      <Route path="/posts/:id">{({ id }) => <PostPage key={id} id={id} />}</Route>
      <Route path="/drafts" component={DraftsPage} />
      <Route path="/drafts/:id">{({ id }) => <DraftPage key={id} id={id} />}</Route>
      <Route path="/write" component={WritePage} />
      <Route path="/calendar" component={CalendarPage} />
      <Route path="/results" component={ResultsPage} />
      <Route path="/connections" component={ConnectionsPage} />
      <Route path="/profiles" component={ProfilesPage} />
      <Route path="/keys">
        <OnlyFor href="/keys">
          <KeysPage />
        </OnlyFor>
      </Route>
      <Route path="/members">
        <OnlyFor href="/members">
          <MembersPage />
        </OnlyFor>
      </Route>
      <Route path="/webhooks">
        <OnlyFor href="/webhooks">
          <WebhooksPage />
        </OnlyFor>
      </Route>
      <Route path="/webhooks/:id">
        {({ id }) => (
          <OnlyFor href="/webhooks" heading="Webhook">
            <WebhookPage key={id} id={id} />
          </OnlyFor>
        )}
      </Route>
      <Route path="/start" component={StartPage} />
      <Route path="/share" component={SharePage} />
      <Route path="/usage" component={UsagePage} />
      <Route path="/activity" component={ActivityPage} />
      <Route path="/account" component={AccountPage} />
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}

interface OnlyForProps {
  /** Address of the page whose roles it has. */
  href: string;
  /** The page's label when left out. */
  heading?: string;
  children: ReactNode;
}

/** Shows a page to the roles that see it, and to others why they do not. */
function OnlyFor({ href, heading, children }: OnlyForProps) {
  const role = useRole();
  const { label = '', roles = [] }: Partial<WorkspacePage> = pageAt(href) ?? {};
  if (role !== undefined && roles.includes(role)) return children;
  return (
    <Page heading={heading ?? label}>
      <EmptyState drawing="people" title={`This page is for ${roles.map((each) => `${each}s`).join(' and ')}`}>
        Your role in this workspace is {role}. An owner can give you another one.
      </EmptyState>
    </Page>
  );
}
