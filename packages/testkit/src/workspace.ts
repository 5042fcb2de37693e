import { type Api, createApi } from './api.ts';
import { Browserless } from './browserless.ts';
import { PASSWORD } from './quick-password.ts';

/** An account with its workspace, as a test uses it. */
export interface Workspace {
  readonly workspaceId: string;
  readonly profileId: string;
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
  readonly api: Api;
  /** A browser in which this account is signed in; the same one every time. */
  browser(): Promise<Browserless>;
  /** Connects the sandbox's owner account to a platform of the default or the given profile. */
  connect(platform: string, profileId?: string): Promise<void>;
}

/** What a new workspace is known by. */
export type WorkspaceIds = Pick<Workspace, 'workspaceId' | 'profileId' | 'apiKey'>;

/** A workspace as tests use it, through the server at the address. */
export function openWorkspace(url: string, ids: WorkspaceIds & { email: string }): Workspace {
  let signedIn: Promise<Browserless> | undefined;
  async function signIn(): Promise<Browserless> {
    const browser = new Browserless(url);
    await browser.signIn(ids.email, PASSWORD);
    return browser;
  }
  const browser = (): Promise<Browserless> => {
    signedIn ??= signIn();
    return signedIn;
  };
  return {
    ...ids,
    password: PASSWORD,
    api: createApi(url, ids.apiKey),
    browser,
    async connect(platform, profileId) {
      const { status, text } = await (await browser()).connect(platform, profileId);
      if (status !== 201) throw new Error(`connecting ${platform} answered ${status} ${text}`);
    },
  };
}
