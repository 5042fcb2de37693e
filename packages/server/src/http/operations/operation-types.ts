import type { OPERATIONS, OperationId, operations } from '@social/types';
import type { Upload } from '../../media/receive-upload.ts';
import type { Plan } from '../../services/credits/plans.ts';
import type { HeldKey } from '../../store/idempotency-keys.ts';
import type { EventStream } from '../replies/event-stream.ts';
import type { FileReply } from '../replies/file-reply.ts';

/** Who calls, after authentication. */
export interface Principal {
  readonly workspaceId: string;
  readonly plan: Plan;
  /** User of the dashboard session; null when an API key calls. */
  readonly userId: string | null;
  /** The dashboard session itself; null when an API key calls. */
  readonly sessionId: string | null;
  /** API key or user that limits are counted for. */
  readonly callerId: string;
}

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

/** What of the HTTP request an operation may look at beyond its declared input. */
export interface HttpRequest {
  readonly header: (name: string) => string | undefined;
  readonly cookie: (name: string) => string | undefined;
  /** Address of the client, behind trusted proxies too. */
  readonly client: string;
  /** Idempotency-Key that the call holds, where the operation takes one. */
  readonly heldKey: HeldKey | null;
  /** Path and query of the request. */
  readonly target: string;
  /** Post that an earlier, interrupted run of this keyed call has created: the answer is its present state. */
  readonly createdPostId: string | null;
  /** Whether the call would be let in now too, for answers that go on for long. @throws AppError where that cannot be found out */
  readonly isStillAllowed: () => Promise<boolean>;
  /** The body of an operation that takes a file. */
  readonly upload: Upload | null;
}

/** One call of an operation: validated input, and who calls. */
export interface OperationRequest<Id extends OperationId> {
  readonly path: Part<Operation<Id>, 'path'>;
  readonly query: Part<Operation<Id>, 'query'>;
  readonly body: BodyOf<Id>;
  readonly principal: AuthOf<Id> extends 'none' ? Principal | null : Principal;
  readonly http: HttpRequest;
}

type Success = 200 | 201 | 206 | 302 | 400 | 502;
type Content<Response> = Response extends { content: { 'application/json': infer Body } }
  ? { readonly body: Body }
  : Response extends { content: { 'text/plain': string } }
    ? { readonly text: string; readonly type: 'text/plain' }
    : Response extends { content: { 'text/html': string } }
      ? { readonly text: string; readonly type: 'text/html' }
      : Response extends { content: { 'image/*': string } }
        ? { readonly file: FileReply }
        : Response extends { content: { 'text/event-stream': unknown } }
          ? { readonly events: EventStream }
          : { readonly location: string };

type Replies<Responses> = {
  [Status in keyof Responses & Success]: Responses[Status] extends { content: { 'application/json': { code: string } } }
    ? never
    : {
        readonly status: Status;
        readonly cookies?: readonly string[];
        /** The answer of a dry run: it does not use an Idempotency-Key up. */
        readonly hadNoEffect?: true;
      } & Content<Responses[Status]>;
}[keyof Responses & Success];

/** An answer that the contract allows; errors are thrown. */
export type OperationReply<Id extends OperationId> = Replies<Operation<Id>['responses']>;

/** A handler for every operation: a missing one, or an answer that the contract does not know, does not compile. */
export type Handlers = {
  readonly [Id in OperationId]: (request: OperationRequest<Id>) => Promise<OperationReply<Id>> | OperationReply<Id>;
};

/** The handlers of one tag's operations. */
export type HandlersOf<Tag extends string> = {
  readonly [Id in OperationId as (typeof OPERATIONS)[Id]['tag'] extends Tag ? Id : never]: Handlers[Id];
};
