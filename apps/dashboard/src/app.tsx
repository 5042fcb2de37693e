import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { SignInPage } from './routes/sign-in.tsx';
import { SignUpPage } from './routes/sign-up.tsx';
import { useForgettingAtSignOut, useSessionOfAllTabs } from './shared/session/session.ts';
import { BrokenPageBoundary } from './ui/page/broken-page.tsx';
import { BarePage } from './ui/page/page.tsx';
import { Waiting } from './ui/page/waiting.tsx';

// The sign-in page needs no code of the workspace, so that code loads with the first page that uses it.
const ConnectPage = lazy(() => import('./routes/connect.tsx'));
const CommandPage = lazy(() => import('./routes/command.tsx'));
const ForgotPasswordPage = lazy(() => import('./routes/forgot-password.tsx'));
const ResetPasswordPage = lazy(() => import('./routes/reset-password.tsx'));
const JoinPage = lazy(() => import('./routes/join.tsx'));
const ConfirmAddressPage = lazy(() => import('./routes/confirm-address.tsx'));
const WorkspacePages = lazy(() => import('./routes/workspace.tsx'));

/** Chooses the page of the current address. */
export function App() {
  useSessionOfAllTabs();
  useForgettingAtSignOut();
  return (
    <BrokenPageBoundary frame={BarePage}>
      <Suspense fallback={<Waiting />}>
        <Switch>
          <Route path="/sign-in" component={SignInPage} />
          <Route path="/sign-up" component={SignUpPage} />
          <Route path="/forgot-password" component={ForgotPasswordPage} />
          <Route path="/reset-password" component={ResetPasswordPage} />
          <Route path="/join" component={JoinPage} />
          <Route path="/confirm-address" component={ConfirmAddressPage} />
          <Route path="/connect/:platform">
            {({ platform }) => <ConnectPage key={platform} platform={platform} />}
          </Route>
          <Route path="/authorize-command">
            <CommandPage flow="browser" />
          </Route>
          <Route path="/device">
            <CommandPage flow="device" />
          </Route>
          <Route component={WorkspacePages} />
        </Switch>
      </Suspense>
    </BrokenPageBoundary>
  );
}
