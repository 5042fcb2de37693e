import { type Command, Option } from 'commander';
import { EXIT } from '../../lib/exit-codes.ts';
import { ACTS, CHANGES, documented, READS } from '../../lib/help.ts';
import { idempotencyKey, integer, repeated, single } from '../../lib/options.ts';
import { yesOption } from '../../lib/terminal/confirm.ts';
import type { Start } from '../start.ts';

const DRAFT = `{"id","status","url","profile","text","platforms","scheduledFor"?,"slot"?,"missing","writtenBy","updatedAt","postId"?,
  "preview"?:{"outcome","credits","available","platformResults"}}`;
const ID = 'An id may be cut after its first 8 characters, as `social draft list` shows it.';

/** `social draft`. `social post --draft` stores one. */
export function registerDraft(program: Command, start: Start): void {
  const draft = program.command('draft').description('posts that wait until somebody approves them');
  documented(draft, {
    examples: ['social draft list', 'social draft show 0192f3c1-7c1e'],
    notes: '`social post --draft` stores a draft.',
  });
  registerReads(draft, start);
  registerEdit(draft, start);
  const approve = draft
    .command('approve <id>')
    .description('publish or schedule a draft')
    .addOption(single('--if-updated-at <time>', 'only if it was not changed since: `updatedAt` of what was looked at'))
    .addOption(new Option('--if-past <what>', 'when its time has passed').choices(['publish', 'refuse']))
    .addOption(yesOption())
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./approve.ts')).approveDraft));
  documented(approve, {
    examples: ['social draft approve 0192f3c1-7c1e', 'social draft approve 0192f3c1-7c1e --yes'],
    notes: `${ID} On a terminal it shows the draft and asks. With --yes it approves the draft as it is, with --if-updated-at as somebody has seen it.`,
    json: '{"id","text","platforms","status","outcome","draft":{"id","writtenBy","approvedBy"},"platformResults":{…},…}',
    exits: [...ACTS, EXIT.someFailed],
  });
  const remove = draft
    .command('delete <id>')
    .description('delete a draft')
    .addOption(yesOption())
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./delete.ts')).deleteDraft));
  documented(remove, {
    examples: ['social draft delete 0192f3c1-7c1e --yes'],
    notes: ID,
    json: '{"ok":true}',
    exits: CHANGES,
  });
}

function registerEdit(draft: Command, start: Start): void {
  const edit = draft
    .command('edit <id> [text]')
    .description('change a draft; what is not named stays')
    .addOption(single('--file <path>', 'read the new text from a file'))
    .addOption(repeated('--to <platforms>', 'where to publish, separated by commas'))
    .addOption(single('--at <time>', 'publish at this time, with offset; next: in the next slot; now: at the approval'))
    .addOption(
      repeated(
        '--set <platform.name=value>',
        'setting of a platform or account, unset without a value; the others stay',
      ),
    )
    .addOption(repeated('--meta <key=value>', 'settings of platforms, all of them anew'))
    .option('--ai-generated', 'label the post as made with AI, where a network has such a label')
    .option('--no-ai-generated', 'take that label off')
    .option('--paid-partnership', 'label the post as a paid partnership, where a network has such a label')
    .option('--no-paid-partnership', 'take that label off')
    .option('--no-poll', 'take the poll out')
    .option('--no-comments', 'take the comments out')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./edit.ts')).editDraft));
  documented(edit, {
    examples: [
      'social draft edit 0192f3c1-7c1e "v1.4.1 is out"',
      'social draft edit 0192f3c1-7c1e --to profnet,microblog --at 2026-12-01T09:00:00Z',
      'social draft edit 0192f3c1-7c1e --set youtube.madeForKids= --no-ai-generated',
    ],
    notes: `${ID} A draft that somebody changes at the same moment stays as they made it.`,
    json: DRAFT,
    exits: [...CHANGES, EXIT.creditsOrPlan],
  });
}

function registerReads(draft: Command, start: Start): void {
  const list = draft
    .command('list')
    .description('list the drafts that wait, newest first')
    .option('--approved', 'those that became posts instead')
    .addOption(integer('--limit <number>', 'at most so many, 1-100; 50 when left out', 1, 100))
    .addOption(single('--cursor <cursor>', 'continue after a page'))
    .action(start(async () => (await import('./list.ts')).listDrafts));
  documented(list, {
    examples: ['social draft list', 'social draft list --approved --limit 10'],
    json: `{"drafts":[${DRAFT}],"nextCursor"}`,
    exits: READS,
  });
  const show = draft
    .command('show <id>')
    .description('show a draft, and what publishing it would do and cost')
    .action(start(async () => (await import('./show.ts')).showDraft));
  documented(show, { examples: ['social draft show 0192f3c1-7c1e'], notes: ID, json: DRAFT, exits: READS });
}
