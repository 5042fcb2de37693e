import { setTimeout as delay } from 'node:timers/promises';
import { soon } from '@social/platforms/guarded';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { isBusy, type SqliteFile } from './node-sqlite.ts';

/** Most transactions that share one commit, so that none waits long for it. */
const MAX_MEMBERS = 64;

/** Longest wait for a lock of another connection, and the time between two attempts. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 5;

/** Kinds of statements that may share a commit. Any other statement sees committed data only. */
const WRITES = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'];

const RELEASE = { sql: 'release member', parameters: [] };

/** Result of a statement. */
export interface TimedResult<Row> extends QueryResult<Row> {
  /** Milliseconds for which SQLite blocked this process with the statement; undefined on Postgres. */
  readonly blockedMs?: number;
}

/** A transaction that shares its commit with others. */
interface Member {
  /** Set unless it is the first one since the last commit, which can be rolled back as a whole. */
  readonly hasSavepoint: boolean;
  /** Error with which SQLite ended the whole transaction. */
  lostBy?: unknown;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Driver of one SQLite file that lets transactions which are ready at the same moment share one commit, and with it one fsync.
 * They run one after another in one transaction of SQLite, each in a savepoint, and end when it is committed: at the end of
 * the event loop's turn. A member that fails is rolled back alone. Where SQLite ends the whole transaction, for example on a
 * full disk, all members fail, those too that had ended. Reads wait for the commit, so that they see nothing that may be lost.
 * @see https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction
 */
export class GroupCommitDriver implements Driver {
  readonly #open: () => SqliteFile;
  #file: SqliteFile | undefined;
  /** Members that have ended and wait for the commit. */
  #ended: Waiting[] = [];
  /** Set while SQLite has a transaction open. */
  #isOpen = false;
  /** Set while a member is under way. */
  #isBusy = false;
  #isFlushPlanned = false;
  readonly #writers: (() => void)[] = [];
  /** Callers that have ended. Kysely remembers every one that it has met. */
  readonly #free: GroupedConnection[] = [];
  #readers: (() => void)[] = [];

  constructor(open: () => SqliteFile) {
    this.#open = open;
  }

  async init(): Promise<void> {
    this.#file = this.#open();
  }

  async acquireConnection(): Promise<GroupedConnection> {
    return this.#free.pop() ?? new GroupedConnection(this);
  }

  async releaseConnection(connection: GroupedConnection): Promise<void> {
    this.#free.push(connection);
  }

  async beginTransaction(connection: GroupedConnection): Promise<void> {
    connection.member = await this.#enter(() => this.#begin());
  }

  async commitTransaction(connection: GroupedConnection): Promise<void> {
    const { member } = connection;
    if (!member) return;
    if (member.lostBy !== undefined) throw member.lostBy;
    if (member.hasSavepoint) this.#runInMember(() => this.#run(RELEASE), member);
    connection.member = null;
    await this.#untilCommitted();
  }

  async rollbackTransaction(connection: GroupedConnection): Promise<void> {
    const { member } = connection;
    // A member whose commit failed is rolled back already.
    if (!member) return;
    connection.member = null;
    try {
      if (member.lostBy !== undefined) return;
      if (member.hasSavepoint) {
        this.#runInOpen(() => this.#execute('rollback to member'));
        this.#runInOpen(() => this.#run(RELEASE));
      } else {
        this.#isOpen = false;
        this.#execute('rollback');
      }
    } finally {
      this.#leave();
    }
  }

  async destroy(): Promise<void> {
    this.#flush();
    // A transaction that is still under way is rolled back with this.
    this.#file?.close();
    this.#close((waiting) => waiting.reject(new Error('the database was closed')));
  }

  /** Runs a statement of a member, or a statement without a transaction. */
  query<Row>(query: CompiledQuery, member: Member | null): QueryResult<Row> | Promise<QueryResult<Row>> {
    const run = () => this.#run<Row>(query);
    if (member) return this.#runInMember(run, member);
    const isAlone = !this.#isOpen && !this.#isBusy;
    if (!isAlone && WRITES.includes(query.query.kind)) return this.#write(run);
    return this.#isOpen ? this.#whenClosed(() => this.#runAlone(run)) : this.#runAlone(run);
  }

  /** Runs a statement as a transaction of its own. While another connection has a lock, it is tried again. */
  #runAlone<Row>(run: () => QueryResult<Row>): QueryResult<Row> | Promise<QueryResult<Row>> {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error)) throw error;
      return untilFree(() => this.#whenClosed(run), error);
    }
  }

  /** Runs work once no transaction is open. */
  #whenClosed<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      if (this.#isOpen) this.#readers.push(begin);
      else begin();
    });
  }

  async #write<Row>(run: () => QueryResult<Row>): Promise<QueryResult<Row>> {
    const result = await this.#enter(() => this.#runInOpen(run));
    await this.#untilCommitted();
    return result;
  }

  #runInMember<Row>(run: () => QueryResult<Row>, member: Member): QueryResult<Row> {
    // SQLite would run and commit the statement as a transaction of its own.
    if (member.lostBy !== undefined) throw member.lostBy;
    try {
      return this.#runInOpen(run);
    } catch (error) {
      if (!this.#isOpen) member.lostBy = error;
      throw error;
    }
  }

  /** Runs a statement in the open transaction. When SQLite ends the transaction, the members that had ended fail too. */
  #runInOpen<Result>(run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      if (this.#isOpen && !this.#database.isTransaction()) this.#close((waiting) => waiting.reject(error));
      throw error;
    }
  }

  #begin(): Member {
    const hasSavepoint = this.#isOpen;
    // A deferred transaction that begins with a read fails on its first write when another process has written since.
    this.#runInOpen(() => this.#execute(hasSavepoint ? 'savepoint member' : 'begin immediate'));
    this.#isOpen = true;
    return { hasSavepoint };
  }

  /** Runs work as soon as no member is under way; then the caller is the member. */
  #enter<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        this.#isBusy = true;
        const failed = (error: unknown) => {
          this.#leave();
          reject(error);
        };
        try {
          resolve(work());
        } catch (error) {
          if (isBusy(error)) untilFree(async () => work(), error).then(resolve, failed);
          else failed(error);
        }
      };
      if (this.#mayEnter()) enter();
      else this.#writers.push(enter);
    });
  }

  #mayEnter(): boolean {
    return !this.#isBusy && this.#ended.length < MAX_MEMBERS;
  }

  /** Ends the member under way and resolves with the commit. */
  #untilCommitted(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#ended.push({ resolve, reject });
      this.#leave();
    });
  }

  /** Lets the next member enter, or plans the commit. */
  #leave(): void {
    this.#isBusy = false;
    if (!this.#isOpen) this.#close((waiting) => waiting.resolve());
    if (this.#mayEnter()) this.#writers.shift()?.();
    if (this.#isFlushPlanned) return;
    this.#isFlushPlanned = true;
    soon(() => {
      this.#isFlushPlanned = false;
      this.#flush();
    });
  }

  /** Commits, unless a member is under way: the commit follows its end then. */
  #flush(): void {
    if (!this.#isOpen || this.#isBusy) return;
    try {
      this.#execute('commit');
      this.#close((waiting) => waiting.resolve());
    } catch (error) {
      this.#giveUp();
      this.#close((waiting) => waiting.reject(error));
    }
    if (this.#mayEnter()) this.#writers.shift()?.();
  }

  /** Rolls back what could not be committed. */
  #giveUp(): void {
    try {
      if (this.#database.isTransaction()) this.#execute('rollback');
    } catch {
      // The members get the error of the commit. A transaction that is still open fails the next one's begin.
    }
  }

  /** Tells the members how SQLite's transaction ended, and runs the statements that waited for its end. */
  #close(tell: (waiting: Waiting) => void): void {
    this.#isOpen = false;
    const ended = this.#ended;
    this.#ended = [];
    for (const waiting of ended) tell(waiting);
    const readers = this.#readers;
    this.#readers = [];
    for (const read of readers) read();
  }

  #run<Row>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): TimedResult<Row> {
    const statement = this.#database.prepare(sql);
    if (statement.reader) {
      const begun = performance.now();
      const rows = statement.all(parameters) as Row[];
      return { rows, blockedMs: performance.now() - begun };
    }
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
  }

  #execute(sql: string): void {
    this.#run({ sql, parameters: [] });
  }

  get #database(): SqliteFile {
    if (!this.#file) throw new Error('the database is not open');
    return this.#file;
  }
}

/** A caller of the driver, with the transaction that it has open. */
class GroupedConnection implements DatabaseConnection {
  readonly #driver: GroupCommitDriver;
  member: Member | null = null;

  constructor(driver: GroupCommitDriver) {
    this.#driver = driver;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#driver.query<Row>(query, this.member);
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('this driver does not stream');
  }
}

/** Repeats work while another connection has a lock, without blocking this process. @param first error of the first attempt */
async function untilFree<Result>(work: () => Promise<Result>, first: unknown): Promise<Result> {
  const until = performance.now() + PATIENCE_MS;
  let met = first;
  while (performance.now() < until) {
    await delay(RETRY_MS);
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      met = error;
    }
  }
  throw met;
}
