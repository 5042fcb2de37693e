import type {
  NetworkRegistration,
  OutgoingMedia,
  OutgoingPost,
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
  /** What every post must carry, where the network takes no text alone. */
  readonly media?: () => readonly OutgoingMedia[];
  /** False where images are not uploaded: the network fetches them. */
  readonly uploadsImages?: boolean;
  /** How many texts are published at a time to see that they arrive unchanged: more than one where each takes long. */
  readonly textsAtOnce?: number;
  /** Form fields of an app that gets refresh tokens, where the documented sandbox app gets none. */
  readonly refreshingApp?: { readonly clientId: string; readonly clientSecret: string };
  /** Whether a text may be published again once its first post was deleted. */
  readonly duplicatesSurviveDeletion: boolean;
}

/** What a running suite hands to its tests. The functions answer once the sandbox runs. */
export interface SuiteContext {
  readonly options: DriverSuiteOptions;
  driver(): PlatformDriver;
  /** A driver of another app, or at another address than the sandbox's. */
  createDriver(app: { readonly clientId: string; readonly clientSecret: string }, base?: string): PlatformDriver;
  control(): SandboxControl;
  connect(): Promise<Connection>;
  /** A post of this text, and of what every post must carry. */
  post(text: string): OutgoingPost;
  /** Names a value that must not be in any error from now on. */
  keepSecret(value: string | null): void;
  /** Runs what must fail and returns its error, after checking that it is a safe `PlatformError`. */
  failureOf(work: Promise<unknown>): Promise<PlatformError>;
}
