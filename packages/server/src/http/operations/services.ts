import type { Clock } from '../../clock.ts';
import type { MediaPolicy } from '../../media/fetch/media-url.ts';
import type { Accounts } from '../../services/accounts/accounts.ts';
import type { CommandGrants } from '../../services/accounts/command-grants.ts';
import type { Keys } from '../../services/accounts/keys.ts';
import type { Passwords } from '../../services/accounts/passwords.ts';
import type { Profiles } from '../../services/accounts/profiles.ts';
import type { Sessions } from '../../services/accounts/sessions.ts';
import type { Actions } from '../../services/actions.ts';
import type { Connections } from '../../services/connections/connections.ts';
import type { NetworkApps } from '../../services/connections/network-apps.ts';
import type { OauthFlows } from '../../services/connections/oauth-flows.ts';
import type { PastedCredentials } from '../../services/connections/pasted-credentials.ts';
import type { Credits } from '../../services/credits/credits.ts';
import type { PlanCatalogue } from '../../services/credits/plans.ts';
import type { Spending } from '../../services/credits/spending.ts';
import type { LiveChanges } from '../../services/live/live-changes.ts';
import type { MailSettings } from '../../services/mail/mail-settings.ts';
import type { MediaLibrary } from '../../services/media-library.ts';
import type { Posts } from '../../services/posts/posts.ts';
import type { Publishing } from '../../services/posts/publishing.ts';
import type { Database } from '../../store/schema.ts';

/** The use cases, created by the composition root. Each group of routes takes the services it needs. */
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
  readonly networkApps: NetworkApps;
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
  readonly mails: MailSettings;
  readonly mediaPolicy: MediaPolicy;
}
