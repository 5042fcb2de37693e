import type { PlatformId } from '@social/types';
import { forbidden, type Meaning, reconnect, refused } from '../meanings.ts';

/** The grant has ended: only a person can renew it. */
export function deadGrant(platform: PlatformId): Meaning {
  return reconnect(`the network no longer accepts this connection; connect ${platform} again`);
}

/** The network did not accept an authorization code. */
export function refusedSignIn(platform: PlatformId): Meaning {
  const reason = 'the network did not accept the sign-in, which may have taken too long';
  return refused(`${reason}; start connecting ${platform} again`);
}

/** The network knows no app with these credentials. */
export function refusedApp(platform: PlatformId): Meaning {
  const prefix = `SOCIAL_${platform.toUpperCase()}`;
  const fix = `check ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET`;
  return forbidden(`the network does not accept this server's app; ${fix}`);
}

/** The redirect address is not registered. `fix` says where it is to be registered. */
export function unknownRedirect(fix = "register it in the app's settings"): Meaning {
  return forbidden(`the network does not know this server's redirect address; ${fix}`);
}
