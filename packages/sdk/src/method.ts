import type { operations, Schema } from '@social/types';

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, also between two tries. The call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds one try may take. Default 35 000 where the operation takes an Idempotency-Key, an hour for a file, else 30 000. */
  timeoutMs?: number | undefined;
}

/** Options of a call that may be repeated safely. */
export interface MutationOptions extends CallOptions {
  /**
   * 1-255 printable ASCII characters. The same key with the same input replays the first answer instead of acting again.
   * Left out, a random key is made once per call, so that the client's own retries cannot act twice.
   */
  idempotencyKey?: string | undefined;
}

/** An answer with its circumstances. */
export interface CallResult<Data> {
  readonly data: Data;
  readonly response: Response;
  /** Set when the server replayed the stored answer of an earlier call; this call did nothing. */
  readonly replayed: boolean;
  /** The Idempotency-Key that was sent, where the operation takes one. */
  readonly idempotencyKey: string | undefined;
  /** Number of times the request was sent. */
  readonly attempts: number;
}

/** A call in progress: await it for the data, or `withResponse()` for the data and its circumstances. */
export interface ApiCall<Data> extends Promise<Data> {
  withResponse(): Promise<CallResult<Data>>;
}

type Id = keyof operations;
type Part<Where, Name extends PropertyKey> = Where extends { [Key in Name]?: infer Value }
  ? [NonNullable<Value>] extends [never]
    ? unknown
    : NonNullable<Value>
  : unknown;
type JsonBody<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : unknown;
/** A file as the body of a call. */
export interface FileInput {
  /** A blob or bytes are sent again when the connection breaks; a stream is sent once. A `File` gives its name, unless `name` is given. */
  readonly file: Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** Headers of the file: Content-Type (`application/octet-stream` when left out), Content-Length of a stream, Repr-Digest. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
type FileBody<Operation> = Operation extends { requestBody: { content: { 'image/*': unknown } } } ? FileInput : unknown;
/** Optional members may also be given as undefined. */
type Loose<Type> = {
  [Key in keyof Type]: Record<never, never> extends Pick<Type, Key> ? Type[Key] | undefined : Type[Key];
};
type Merge<Query, Body> = Omit<Query, keyof Body> & Body;

/**
 * The input of an operation as one object: path parameters, query and body, without headers. Leaves out `dryRun` and
 * `draft`, which `createPost` adds because the type of its answer depends on them.
 */
export type Input<Name extends Id, Needed extends string = never> = Loose<
  Part<operations[Name]['parameters'], 'path'> &
    Omit<Merge<Part<operations[Name]['parameters'], 'query'>, JsonBody<operations[Name]>>, 'dryRun' | 'draft'> &
    FileBody<operations[Name]> &
    Record<Needed, string>
>;

type Answer<Response> = Response extends { content: { 'application/json': infer Data } } ? Data : never;
type Answers<Responses> = { [Status in keyof Responses]: Status extends 200 | 201 ? Answer<Responses[Status]> : never };
type JsonOutput<Responses> = Answers<Responses>[keyof Responses];

/** The answer of an operation: JSON, or a text (for a redirect, its target). */
export type Output<Name extends Id> = [JsonOutput<operations[Name]['responses']>] extends [never]
  ? string
  : JsonOutput<operations[Name]['responses']>;

type Options<Name extends Id> =
  Part<operations[Name]['parameters'], 'header'> extends { 'Idempotency-Key'?: unknown }
    ? MutationOptions
    : CallOptions;

/** The method of one operation. `Needed` names inputs that the contract requires in words only. */
export type Method<Name extends Id, Needed extends string = never> =
  Record<never, never> extends Input<Name, Needed>
    ? (input?: Input<Name, Needed>, options?: Options<Name>) => ApiCall<Output<Name>>
    : (input: Input<Name, Needed>, options?: Options<Name>) => ApiCall<Output<Name>>;

/**
 * The method that publishes. With `dryRun` the answer is a preview instead of a post. With `draft` it is a draft, or the post that
 * this draft has become, when the same Idempotency-Key is sent again after the approval: `status` is `draft` or that of a post.
 */
export interface PublishMethod {
  (
    input: Input<'createPost'> & { readonly dryRun?: false | 'false' | undefined; readonly draft?: false | undefined },
    options?: MutationOptions,
  ): ApiCall<Schema<'Post'>>;
  (
    input: Input<'createPost'> & { readonly dryRun: true | 'true'; readonly draft?: boolean | undefined },
    options?: MutationOptions,
  ): ApiCall<Schema<'PostPreview'>>;
  (
    input: Input<'createPost'> & { readonly dryRun?: false | 'false' | undefined; readonly draft: true },
    options?: MutationOptions,
  ): ApiCall<Schema<'Draft'> | Schema<'Post'>>;
  (
    input: Input<'createPost'> & {
      readonly dryRun?: boolean | 'true' | 'false' | undefined;
      readonly draft?: boolean | undefined;
    },
    options?: MutationOptions,
  ): ApiCall<Output<'createPost'>>;
}
