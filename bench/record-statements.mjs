import { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Loaded with `--import` before a server: records the SQL statements that the process executes, and answers every message with
 * those since the message before. `node:sqlite` reports no executed statement, so the calls themselves are recorded: `run`, `all`,
 * `get` and `iterate` of a prepared statement, and `exec` of a database, whatever it executes. A `begin` and a `commit` are
 * statements too.
 */
let executed = [];

record(StatementSync.prototype, ['run', 'all', 'get', 'iterate'], (statement) => statement.sourceSQL);
record(DatabaseSync.prototype, ['exec'], (_database, sql) => sql);
process.on('message', () => {
  process.send(executed);
  executed = [];
});
// The channel alone does not keep the server alive.
process.channel.unref();

function record(prototype, names, sqlOf) {
  for (const name of names) {
    const execute = prototype[name];
    prototype[name] = function (...parameters) {
      executed.push(sqlOf(this, ...parameters));
      return execute.apply(this, parameters);
    };
  }
}
