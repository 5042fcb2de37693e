import type { Fit } from '@social/post-input';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { EXIT } from '../../lib/exit-codes.ts';
import { ACTS, documented, widthOfHelp } from '../../lib/help.ts';
import { idempotencyKey, integer, notEmpty, repeated, single } from '../../lib/options.ts';
import { wrapWords } from '../../lib/text/wrap-words.ts';
import type { Start } from '../start.ts';
import { platformTable } from './platform-table.ts';
import { POST_SHAPE, registerPostVerbs, VERBS } from './verbs.ts';

// Repeated here: the module with the list is loaded only when a post is made.
const FITS: readonly Fit[] = ['shorten', 'thread', 'error'];

const NOTES = `--fit shorten cuts a text that is too long, --fit thread splits it into numbered parts where the platform has replies
(microblog) and cuts it elsewhere; without it, or with --fit error, nothing is sent. Each part costs as a post.

Check everything first, as with --dry-run; with --continue-on-partial publish to the platforms without a problem. Without it,
one problem sends nothing, and the findings are printed. What an earlier run has published is not checked again.

In --to a platform means its default account, mastodon:news one of its accounts, mastodon:* each of them, and all the
default account of every platform. Names of networks work, too: linkedin, telegram:news.

On a terminal, without any argument, it asks for text, platforms and time, shows the cost and asks before it sends.

Without --key the key comes from profile, platforms, text, time, media and settings: the same command run twice
publishes once and says so. With --section or --from-changelog it comes from repository, version, profile and platforms:
a release is published once, even if its notes are edited later. With --draft the key is the same, so that a run without it
publishes nothing before the draft is approved, and nothing again afterwards. Put -- before a text that begins with "-".`;

/** `social post` and its verbs. */
export function registerPost(program: Command, start: Start, argv: readonly string[] = []): void {
  const post = program
    .command('post')
    .description('publish a post now or later; list, find, move, cancel and retry posts')
    .argument('[text]', 'the text; - reads it from stdin, which is also read when it is piped')
    .addOption(repeated('--to <platforms>', 'where to publish, separated by commas: mastodon, mastodon:news, all'))
    .addOption(single('--file <path>', 'read the text from a file'))
    .addOption(
      single('--section <version>', 'only the section of this version, from --file or CHANGELOG.md, as plain text'),
    )
    .addOption(
      new Option('--from-changelog [path]', 'the section of the tag a CI runs for, else of the newest release')
        .default(undefined, 'CHANGELOG.md')
        .argParser(notEmpty),
    )
    .addOption(
      single('--template <text>', 'the text of a release: {product} {version} {date} {notes} {link} {title} {tag}'),
    )
    .option('--mentions', 'keep the @ of names in the notes of a release, which mentions them')
    .addOption(
      single('--at <time>', 'publish at this time, with offset: 2026-12-01T09:00:00+01:00; or next: in the next slot'),
    )
    .addOption(repeated('--label <label>', 'groups posts in lists and is not sent to networks; may be given again'))
    .addOption(idempotencyKey())
    .option('--again', 'publish although the same post was published before')
    .addOption(new Option('--fit <how>', 'what to do where the text is too long').choices(FITS))
    .addOption(repeated('--thread <text>', 'a further part, which answers the one before it; may be given again'))
    .addOption(repeated('--comment <text>', 'a comment below the post, once it is published; may be given again'))
    .addOption(single('--thread-file <path>', 'read text and further parts from a file, between lines of ---'))
    .addOption(integer('--max-credits <n>', 'send nothing if it would cost more', 0, 1_000_000))
    .option('--continue-on-partial', 'publish though some platforms have a problem; end with 0 when only some failed')
    .option('--draft', 'store it as a draft and print the page on which somebody approves it; nothing is sent')
    .option('--dry-run', 'run every check and show the cost; nothing is sent')
    // Options after a verb such as `list` belong to it, although `post` has options with the same names.
    .enablePositionalOptions()
    .addHelpText('after', ({ command }) => `\n${wrapWords(platformTable(), widthOfHelp(command))}`)
    .action(start(async () => (await import('./publish.ts')).publishPost));
  addPollOptions(addMediaOptions(addSettingOptions(post)));
  documented(post, {
    examples: [
      'social post "v1.4.0 is out" --to profnet,microblog',
      'social post --file NOTES.md --to profnet --at 2026-12-01T09:00:00Z',
      'social post "How we work" --to profnet,microblog --at next',
      'social post --file CHANGELOG.md --section v1.4.0 --to profnet,microblog --fit shorten',
      'social post --from-changelog --to profnet,microblog --continue-on-partial',
      'social post --from-changelog --template "{product} {version} is out\\n\\n{notes}\\n\\n{link}" --to profnet',
      'social post "A picture" --to photonet --media https://example.com/a.jpg --alt "Our stand"',
      'social post "How it works" --to video,microblog --media ./clip.mp4',
      'social post --file NOTES.md --to microblog --fit thread --max-credits 12',
      'social post "One" --thread "Two" --thread "Three" --to microblog',
      'social post "We are live" --to profnet --label launch --label "press release"',
      'social post "Which one next?" --to mastodon,linkedin --poll Dark --poll Light --poll-for 3d',
      'social post --from-changelog --to profnet,microblog --draft',
      'git log -1 --format=%s | social post --to microblog --dry-run',
    ],
    notes: NOTES,
    json: `${POST_SHAPE}\n  --dry-run with --fit: {"fitted":{"<platform>":["text of each part"]}}\n  with platforms left out: {"leftOut":{"<platform>":{"ok":false,"state","code","error"}}}`,
    exits: [...ACTS, EXIT.someFailed],
  });
  if (!isTextBehindDashes(argv)) registerPostVerbs(post, start);
}

/** Returns true when a word after `--` is a text. Commander would take `list` for a verb even there. */
function isTextBehindDashes(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return end !== -1 && !argv.slice(0, end).some((word) => VERBS.includes(word));
}

function addSettingOptions(post: Command): Command {
  return post
    .addOption(repeated('--set <platform.name=value>', 'setting of a platform or account: youtube.madeForKids=false'))
    .addOption(repeated('--meta <key=value>', 'setting without the name of its platform: title, tags, privacyStatus'))
    .option('--ai-generated', 'label the post as made with AI, where a network has such a label')
    .option('--paid-partnership', 'label the post as a paid partnership, where a network has such a label');
}

function addPollOptions(post: Command): void {
  post
    .addOption(repeated('--poll <answer>', 'an answer of a poll, which has two or more; given again for each'))
    .addOption(single('--poll-for <span>', 'how long people may vote: 90m, 12h, 7d; one day without it'))
    .addOption(single('--poll-question <text>', 'the question where it stands beside the text; without it the text'))
    .option('--poll-multiple', 'let people choose several answers');
}

/** `--alt` describes the `--media` before it, so both fill one list. */
function addMediaOptions(post: Command): Command {
  const media: { source: string; alt?: string }[] = [];
  const addMedia = (source: string) => {
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source) && !/^https?:/i.test(source)) {
      throw new InvalidArgumentError('Give the path of a file, or an address that begins with https:// or http://.');
    }
    if (source.trim() === '') throw new InvalidArgumentError('It is empty.');
    media.push({ source });
    return media;
  };
  const describe = (alt: string) => {
    const last = media.at(-1);
    if (!last || last.alt !== undefined) throw new InvalidArgumentError('Give it after the --media it describes.');
    last.alt = notEmpty(alt);
    return alt;
  };
  post.addOption(
    new Option(
      '--media <path|url>',
      'a picture, video or document; a file of this machine is uploaded; may be given again',
    ).argParser(addMedia),
  );
  post.addOption(new Option('--alt <text>', 'describes the --media before it').argParser(describe));
  post.option('--no-fit-media', 'send files as they are: refuse a picture that does not fit, remove nothing');
  post.option('--copy-media', 'copy the files of a scheduled post now, so that their addresses may end');
  return post.option('--allow-left-out', 'do not ask about files or a poll that a network leaves out');
}
