import type { FaultKind, NetworkId } from '@social/sandbox';
import type {
  Deletion,
  DriverOptions,
  NetworkRegistration,
  OutgoingMedia,
  OutgoingPost,
  PastedCredential,
  PlatformDriver,
  PlatformError,
  PlatformErrorKind,
} from '../../src/index.ts';
import type { SandboxControl } from '../support/sandbox-control.ts';
import type { Connection } from './browser-flow.ts';

/** Properties of a network that the suite needs. */
export interface DriverSuiteOptions {
  readonly registration: NetworkRegistration;
  /** A text of exactly this length as the network counts it, at most its limit or one more. */
  readonly textOfLength: (length: number) => string;
  /** Characters with a meaning in the network's format, for the test of exact texts. */
  readonly specialCharacters: string;
  /** Faults after which the answer still names the post. */
  readonly provenByHead: readonly FaultKind[];
  /** Faults after which the driver asks the network what it has, sends what is missing, and ends with one post. */
  readonly recoversFrom?: readonly FaultKind[];
  /** Faults with another meaning than at most networks. */
  readonly publishFaults?: Partial<Record<FaultKind, readonly [PlatformErrorKind, code: string]>>;
  /** Set to false where the network takes the same text repeatedly. */
  readonly refusesDuplicates?: boolean;
  /** Number of texts that the suite publishes at the same time in the test of exact texts; 1 by default. */
  readonly textsAtOnce?: number;
  /** An app that gets refresh tokens, where the documented sandbox app does not. */
  readonly refreshingApp?: { readonly clientId: string; readonly clientSecret: string };
  /** A repeated text stays a duplicate after its first post was deleted. */
  readonly duplicatesSurviveDeletion: boolean;
  /** Set where the network removes white space around a text. */
  readonly trimsText?: true;
  /** Set where access tokens do not expire, and there are no refresh tokens. */
  readonly neverExpires?: true;
  /** Status with which the network refuses a text above its limit; 400 by default. */
  readonly tooLongStatus?: number;
  /** Type of the offered accounts; `personal` by default. */
  readonly accountType?: 'organization';
  /** A post with this text, where the network takes no text alone. */
  readonly makePost?: (text: string) => OutgoingPost;
  /** A post that the network lets programs delete, where it does not let them delete a text alone. */
  readonly makeDeletable?: () => OutgoingPost;
  /** Set to false where the network does not let programs delete posts after the usual sign-in. */
  readonly hasDeletionTests?: false;
  /** Answer of the driver when the network has deleted the same post before; `gone` by default. */
  readonly repeatedDeletion?: Deletion;
  /** Makes an image that the network takes, with its shade as identity; a PNG by default. */
  readonly makeImage?: (options: { shade: number; alt?: string }) => OutgoingMedia;
  /** Media that the network does not take; a PNG that is declared as a video by default. */
  readonly refusedMedia?: readonly OutgoingMedia[];
  /** Set to false where images are published in another way, which has separate tests. */
  readonly hasImageTests?: false;
  /** The network fetches images from their address, so that the driver does not read them. */
  readonly fetchesImages?: true;
  /** The driver refuses a text over the limit before the network does. */
  readonly checksTextItself?: true;
  /** Faults that the network reports as general trouble. */
  readonly wordlessFaults?: readonly FaultKind[];
  /** The identity has no id that the fault `no-id` removes. */
  readonly identityKeepsId?: true;
  /** Permissions of a sign-in with which counters can be read, where the usual ones do not suffice. */
  readonly countingScopes?: readonly string[];
  /** Age in milliseconds from which a token can be refreshed. */
  readonly refreshableAfterMs?: number;
  /** Simulated networks that take the calls and hold the posts, where these are not the driver's network. */
  readonly twin?: { readonly called: NetworkId; readonly posts: NetworkId };
  /** In place of a browser flow: a credential that connects the account, an unknown one, and one of another network. */
  readonly credential?: {
    readonly right: PastedCredential;
    readonly unknown: PastedCredential;
    readonly foreign: PastedCredential;
  };
  /** Limit of a text at this network, where it is below the platform's. */
  readonly maxText?: number;
  /** Files travel in the request that publishes, not before it. */
  readonly uploadsWithPost?: true;
}

/** Tools of a running suite for its tests. The functions work once the sandbox runs. */
export interface SuiteContext {
  readonly options: DriverSuiteOptions;
  driver(): PlatformDriver;
  /** Creates a driver of another app, or at another address than the sandbox's. */
  createDriver(
    app: Pick<DriverOptions, 'clientId' | 'clientSecret' | 'configId' | 'scopes'>,
    base?: string,
  ): PlatformDriver;
  control(): SandboxControl;
  /** Advances the sandbox's clock. */
  letPass(ms: number): void;
  /** Returns the address of the sandbox, without a trailing slash. */
  sandboxUrl(): string;
  connect(): Promise<Connection>;
  /** Makes a post with this text, and with the media that every post must have. */
  post(text: string): OutgoingPost;
  /** Registers a value that must not appear in any later error. */
  keepSecret(value: string | null): void;
  /** Returns the error of a call that must fail, after checking that it is a safe `PlatformError`. */
  failureOf(work: Promise<unknown>): Promise<PlatformError>;
}

/** Makes the simplest post with this text that the network takes. */
export function postOf({ makePost }: DriverSuiteOptions, text: string): OutgoingPost {
  return makePost?.(text) ?? { text, media: [], settings: {} };
}
