import type { Command } from 'commander';
import { EXIT } from '../../lib/exit-codes.ts';
import { ACTS, documented } from '../../lib/help.ts';
import { integer, notEmpty, single } from '../../lib/options.ts';
import type { Start } from '../start.ts';

const NOTES = `A file is Markdown below YAML between two lines of ---, with these fields:
  platforms  where: [profnet, microblog] (needed)
  at         when: 2026-12-01T09:00:00Z, or next for the next slot; without it at once
  profile    which profile, else that of the command
  media      a list of path or url, with alt
  text       other texts: {microblog: "Shorter"}
  thread     a list of further parts
  comments   a list of comments below the post
  poll       {options: [Dark, Light], minutes: 1440}, and question, multiple: true
  fit        shorten, thread or error
  fitMedia   false: refuse pictures that are too large
  allowLeftOut  true: publish where a network leaves files or a poll out
  settings   by platform or account: {youtube: {madeForKids: false}}
  aiGenerated, paidPartnership  true: networks that can label the post so
  meta       settings without the names of their platforms: {title: "A title"}
  key        names the post instead of the path of the file

A file is known by its path below the directory, or its key, and its profile: it is published once. A changed file
changes its post while the post is still scheduled. All files are checked before anything is sent. In a directory, .md
and .markdown files at any depth are read, except hidden ones and README.

For a directory, the command lists scheduled posts whose file was deleted, and how to cancel them, in the profiles of
the run. A renamed file is a new post, unless it has a key.`;

/** `social apply`: posts as files. */
export function registerApply(program: Command, start: Start): void {
  const apply = program
    .command('apply')
    .description('publish and schedule posts that are written in files, each once')
    .argument('<path...>', 'directories and files of posts', (path: string, earlier: string[] = []) => [
      ...earlier,
      notEmpty(path),
    ])
    .option('--dry-run', 'only show what would be done; nothing is sent')
    .option('--yes', 'do not ask before anything is sent')
    .addOption(single('--root <path>', 'the directory that paths of single files are counted from'))
    .addOption(integer('--max-credits <n>', 'send nothing if it would cost more', 0, 1_000_000))
    .action(start(async () => (await import('./apply.ts')).applyFiles));
  documented(apply, {
    examples: [
      'social apply posts --dry-run',
      'social apply posts --yes',
      'social apply posts/2026/launch.md --root posts --max-credits 10',
    ],
    notes: NOTES,
    json: `[{"file","action","postId","status","outcome","credits","platforms","profile","scheduledFor"?,"slot"?,"changes"?,"note"?,"error"?,
  "platformResults"?}]; action is create, change, retry, skip or stopped`,
    exits: [...ACTS, EXIT.someFailed],
  });
}
