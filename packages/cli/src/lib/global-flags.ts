import { usageError } from './errors.ts';

const WITH_VALUE = ['--output', '--base-url', '--profile', '--context'];
const WITHOUT_VALUE = ['--json', '--insecure'];

/**
 * Moves the flags of every command to the front. Commands then take their own options by position, so that `post` does not
 * take the options of `post retry`.
 * @throws {CliError} when a flag lacks its value
 */
export function hoistGlobalFlags(argv: readonly string[]): string[] {
  const global: string[] = [];
  const rest: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? '';
    if (word === '--') {
      rest.push(...argv.slice(index));
      break;
    }
    if (WITH_VALUE.includes(word)) {
      const value = argv[++index];
      if (value === undefined) throw usageError(`option '${word}' argument missing`, 'See: social --help');
      global.push(word, value);
    } else {
      const isGlobal = WITHOUT_VALUE.includes(word) || WITH_VALUE.some((flag) => word.startsWith(`${flag}=`));
      (isGlobal ? global : rest).push(word);
    }
  }
  return [...global, ...rest];
}
