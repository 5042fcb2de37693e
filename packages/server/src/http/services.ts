import type { Clock } from '../clock.ts';
import type { MediaPolicy } from '../media/media-url.ts';
import type { Accounts } from '../services/accounts.ts';
import type { Actions } from '../services/actions.ts';
import type { CommandGrants } from '../services/command-grants.ts';
import type { Connections } from '../services/connections.ts';
import type { Credits } from '../services/credits.ts';
import type { Keys } from '../services/keys.ts';
import type { LiveChanges } from '../services/live-changes.ts';
import type { MediaLibrary } from '../services/media-library.ts';
import type { OauthFlows } from '../services/oauth-flows.ts';
import type { Passwords } from '../services/passwords.ts';
import type { PastedCredentials } from '../services/pasted-credentials.ts';
import type { PlanCatalogue } from '../services/plans.ts';
import type { Posts } from '../services/posts.ts';
import type { Profiles } from '../services/profiles.ts';
import type { Publishing } from '../services/publishing.ts';
import type { Sessions } from '../services/sessions.ts';
import type { Spending } from '../services/spending.ts';
import type { Database } from '../store/schema.ts';

/** The use cases, as the composition root makes them; each group of routes takes the ones it needs. */
export interface Services {
  readonly db: Database;
  readonly clock: Clock;
  readonly plans: PlanCatalogue;
  readonly accounts: Accounts;
  readonly actions: Actions;
  readonly commandGrants: CommandGrants;
  readonly connections: Connections;
  readonly credits: Credits;
  readonly keys: Keys;
  readonly oauthFlows: OauthFlows;
  readonly passwords: Passwords;
  readonly pastedCredentials: PastedCredentials;
  readonly posts: Posts;
  readonly profiles: Profiles;
  readonly publishing: Publishing;
  readonly sessions: Sessions;
  readonly spending: Spending;
  readonly library: MediaLibrary;
  readonly live: LiveChanges;
  readonly mediaPolicy: MediaPolicy;
}
