import { isPlatformId } from '@social/types';
import { usePlace } from './router.tsx';
import { ConnectPage } from './routes/connect.tsx';
import { HomePage } from './routes/home.tsx';
import { NotFoundPage } from './routes/not-found.tsx';
import { SignInPage } from './routes/sign-in.tsx';
import { SignUpPage } from './routes/sign-up.tsx';

/** Chooses the page of the current address. */
export function App() {
  const { path, query } = usePlace();
  const [section = '', platform = '', ...rest] = path.split('/').slice(1);
  if (path === '/') return <HomePage profileId={query.get('profileId')} connected={query.get('connected')} />;
  if (path === '/sign-in') return <SignInPage />;
  if (path === '/sign-up') return <SignUpPage />;
  if (section === 'connect' && isPlatformId(platform) && rest.join('') === '') {
    return <ConnectPage key={platform} platform={platform} profileId={query.get('profileId')} />;
  }
  return <NotFoundPage />;
}
