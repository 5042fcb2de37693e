/** Counters of a target, with the last try to read them. */
export interface CounterReadingTable {
  target_id: string;
  workspace_id: string;
  profile_id: string;
  network: string;
  published_at: string;
  /** JSON list of the numbers with their names, in the form of `Counter`; null before the first reading. */
  counters: string | null;
  /** Instant at which the network told them. */
  read_at: string | null;
  /** Instant of the last try, which keeps others from asking at the same time; null before the first one. */
  asked_at: string | null;
  /** JSON of `ReadingProblem`: why the last try brought nothing; null after a success. */
  problem: string | null;
  /** Instant of the next daily reading; null for none. */
  due_at: string | null;
}
