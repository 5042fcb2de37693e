import type { OPERATIONS, OperationId, operations } from '@social/types';
import type { Upload } from '../../media/receive-upload.ts';
import type { PostKey } from '../../services/publishing/publish.ts';
import type { PostWithTargets } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import type { Principal } from '../callers/principal.ts';
import type { EventStream } from '../replies/event-stream.ts';
import type { FileReply } from '../replies/file-reply.ts';
import type { Reply } from '../replies/write-reply.ts';

type Operation<Id extends OperationId> = operations[Id];
type Part<Source, Name extends string> = Source extends { parameters: infer Parameters }
  ? Name extends keyof Parameters
    ? NonNullable<Parameters[Name]>
    : Record<never, never>
  : Record<never, never>;

type BodyOf<Id extends OperationId> =
  Operation<Id> extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Body
    : Operation<Id> extends { requestBody?: { content: { 'application/json': infer Body } } }
      ? Body | undefined
      : undefined;

type AuthOf<Id extends OperationId> = (typeof OPERATIONS)[Id]['auth'];

/** The parts of the HTTP request that an operation may read beyond its declared input. */
export interface HttpRequest {
  readonly header: (name: string) => string | undefined;
  readonly cookie: (name: string) => string | undefined;
  /** Address of the client, also behind trusted proxies. */
  readonly client: string;
  /** Idempotency-Key of a call that creates a post. @param reply makes the answer of the call from its post */
  readonly postKey: (reply: (post: PostWithTargets) => Reply) => PostKey | null;
  /** Idempotency-Key of a call that creates a draft; null without one. `link` binds it in the transaction that creates the draft. */
  readonly draftKey: {
    readonly key: string;
    readonly link: (trx: Queryable, draftId: string) => Promise<void>;
  } | null;
  /** Path and query of the request. */
  readonly target: string;
  /** Post that an earlier, interrupted run of this keyed call has created; the answer then shows its current state. */
  readonly createdPostId: string | null;
  /** Post that the Idempotency-Key of this dry run has made before; null for none, and for any other call. */
  readonly checkedPostId: string | null;
  /** Draft that an earlier, interrupted run of this keyed call has created. */
  readonly createdDraftId: string | null;
  /** Returns true while the caller is still allowed, for long answers. @throws AppError when the server cannot check now */
  readonly isStillAllowed: () => Promise<boolean>;
  /** The body of an operation that takes a file. */
  readonly upload: Omit<Upload, 'name'> | null;
}

/** One call of an operation: validated input and the caller. */
export interface OperationRequest<Id extends OperationId> {
  readonly path: Part<Operation<Id>, 'path'>;
  readonly query: Part<Operation<Id>, 'query'>;
  readonly body: BodyOf<Id>;
  readonly principal: AuthOf<Id> extends 'none' ? Principal | null : Principal;
  readonly http: HttpRequest;
}

type Success = 200 | 201 | 202 | 206 | 302 | 400 | 502;
type Page = { content: { 'text/html': string } };

/** JSON that the contract does not describe may come as text. */
type FreeForm<Body> = { [key: string]: unknown } extends Body
  ? { readonly text: string; readonly type: 'application/json' }
  : never;

type Content<Response> = Response extends Page
  ? { readonly text: string; readonly type: 'text/html' }
  : Response extends { content: { 'application/json': infer Body } }
    ? { readonly body: Body } | FreeForm<Body>
    : Response extends { content: { 'text/plain': string } }
      ? { readonly text: string; readonly type: 'text/plain' }
      : Response extends { content: { 'text/csv': string } }
        ? { readonly chunks: AsyncIterable<string>; readonly type: 'text/csv' }
        : Response extends { content: { 'image/*': string } }
          ? { readonly file: FileReply }
          : Response extends { content: { 'text/event-stream': unknown } }
            ? { readonly events: EventStream }
            : { readonly location: string };

/** Errors are thrown; a page about an error is an answer. */
type IsError<Response> = Response extends Page
  ? false
  : Response extends { content: { 'application/json': { code: string } } }
    ? true
    : false;

type Replies<Responses> = {
  [Status in keyof Responses & Success]: IsError<Responses[Status]> extends true
    ? never
    : {
        readonly status: Status;
        readonly cookies?: readonly string[];
        /** Set for the answer of a dry run, which does not use up an Idempotency-Key. */
        readonly hadNoEffect?: true;
      } & (Status extends 202 ? { readonly isEmpty: true } : Content<Responses[Status]>);
}[keyof Responses & Success];

/** An answer that the contract allows; errors are thrown. */
export type OperationReply<Id extends OperationId> = Replies<Operation<Id>['responses']>;

/** A handler for every operation. A missing handler does not compile, nor does an answer that the contract lacks. */
export type Handlers = {
  readonly [Id in OperationId]: (request: OperationRequest<Id>) => Promise<OperationReply<Id>> | OperationReply<Id>;
};

/** The handlers of one tag's operations. */
export type HandlersOf<Tag extends string> = {
  readonly [Id in OperationId as (typeof OPERATIONS)[Id]['tag'] extends Tag ? Id : never]: Handlers[Id];
};
