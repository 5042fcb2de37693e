import { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Loaded with `--import` before a server: counts the SQL statements that the process executes, and answers every message with
 * the count. `node:sqlite` reports no executed statement, so the calls themselves are counted: `run`, `all`, `get` and `iterate`
 * of a prepared statement, and `exec` of a database, whatever they execute. A `begin` and a `commit` are statements too.
 */
let executed = 0;

countCalls(StatementSync.prototype, ['run', 'all', 'get', 'iterate']);
countCalls(DatabaseSync.prototype, ['exec']);
process.on('message', () => process.send(executed));
// The channel alone does not keep the server alive.
process.channel.unref();

function countCalls(prototype, names) {
  for (const name of names) {
    const execute = prototype[name];
    prototype[name] = function (...parameters) {
      executed++;
      return execute.apply(this, parameters);
    };
  }
}
