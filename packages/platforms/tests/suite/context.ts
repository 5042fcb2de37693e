import type {
  DriverOptions,
  NetworkRegistration,
  OutgoingMedia,
  OutgoingPost,
  PastedCredential,
  PlatformDriver,
  PlatformError,
  PlatformErrorKind,
} from '../../src/index.ts';
import type { SandboxControl } from '../sandbox-control.ts';
import type { FaultKind } from '../sandbox-vocabulary.ts';
import type { Connection } from './browser-flow.ts';

/** What the suite must know about a network. */
export interface DriverSuiteOptions {
  readonly registration: NetworkRegistration;
  /** A text of exactly this length as the network counts it, at most its limit or one more. */
  readonly textOfLength: (length: number) => string;
  /** Characters that the network's format gives a meaning: they are mixed into the texts that must arrive unchanged. */
  readonly specialCharacters: string;
  /** Faults after whose answer the id of the post is known all the same. */
  readonly provenByHead: readonly FaultKind[];
  /** Faults after which the driver asks the network what it has, sends what is missing, and ends with one post. */
  readonly recoversFrom?: readonly FaultKind[];
  /** Faults that this network words so that they mean something else than elsewhere. */
  readonly publishFaults?: Partial<Record<FaultKind, readonly [PlatformErrorKind, code: string]>>;
  /** False where the network takes the same text as often as it is sent. */
  readonly refusesDuplicates?: boolean;
  /** How many texts are published at a time to see that they arrive unchanged: more than one where each takes long. */
  readonly textsAtOnce?: number;
  /** Form fields of an app that gets refresh tokens, where the documented sandbox app gets none. */
  readonly refreshingApp?: { readonly clientId: string; readonly clientSecret: string };
  /** Whether a text may be published again once its first post was deleted. */
  readonly duplicatesSurviveDeletion: boolean;
  /** What accounts it offers; `personal` by default. */
  readonly accountType?: 'organization';
  /** A post with this text, where the network takes no text alone. */
  readonly makePost?: (text: string) => OutgoingPost;
  /** An image of the kind that the network takes, told apart by its shade; a PNG by default. */
  readonly makeImage?: (options: { shade: number; alt?: string }) => OutgoingMedia;
  /** Media that it does not take; a PNG that calls itself a video by default. */
  readonly refusedMedia?: readonly OutgoingMedia[];
  /** False where images go another way than posts do, and have tests of their own. */
  readonly hasImageTests?: false;
  /** It fetches images from their address, so that nothing here reads them. */
  readonly fetchesImages?: true;
  /** Its driver refuses a text over the limit before the network does. */
  readonly checksTextItself?: true;
  /** Faults that the network has no words for: it answers them as trouble. */
  readonly wordlessFaults?: readonly FaultKind[];
  /** How old a token must be before it can be refreshed, in milliseconds. */
  readonly refreshableAfterMs?: number;
  /** Names of the simulated network that is called, and of the one that holds the posts, where they are not the driver's. */
  readonly twin?: { readonly called: string; readonly posts: string };
  /** Instead of a browser flow: what connects the account, and what looks like it but does not. */
  readonly credential?: {
    readonly right: PastedCredential;
    readonly unknown: PastedCredential;
    readonly foreign: PastedCredential;
  };
  /** The network's own limit of a text where it is below its platform's. */
  readonly maxText?: number;
  /** Files travel in the request that publishes, not before it. */
  readonly uploadsWithPost?: true;
}

/** What a running suite hands to its tests. The functions answer once the sandbox runs. */
export interface SuiteContext {
  readonly options: DriverSuiteOptions;
  driver(): PlatformDriver;
  /** A driver of another app, or at another address than the sandbox's. */
  createDriver(
    app: Pick<DriverOptions, 'clientId' | 'clientSecret' | 'configId' | 'scopes'>,
    base?: string,
  ): PlatformDriver;
  control(): SandboxControl;
  /** Lets time pass in the sandbox. */
  letPass(ms: number): void;
  /** Where the sandbox is, without a trailing slash. */
  sandboxUrl(): string;
  connect(): Promise<Connection>;
  /** A post of this text, and of what every post must carry. */
  post(text: string): OutgoingPost;
  /** Names a value that must not be in any error from now on. */
  keepSecret(value: string | null): void;
  /** Runs what must fail and returns its error, after checking that it is a safe `PlatformError`. */
  failureOf(work: Promise<unknown>): Promise<PlatformError>;
}

/** The simplest post with this text that the network takes. */
export function postOf({ makePost }: DriverSuiteOptions, text: string): OutgoingPost {
  return makePost?.(text) ?? { text, media: [], meta: {} };
}
