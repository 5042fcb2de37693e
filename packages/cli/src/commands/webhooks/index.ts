import { type Command, Option } from 'commander';
import { EXIT } from '../../lib/exit-codes.ts';
import { CHANGES, documented, READS } from '../../lib/help.ts';
import { idempotencyKey, integer, repeated, single } from '../../lib/options.ts';
import { yesOption } from '../../lib/terminal/confirm.ts';
import type { Start } from '../start.ts';

const ENDPOINT = '{"id","url","description","kinds","status","statusReason","secretPreview",…}';
const DELIVERY = '{"id","eventId","kind","number","status","tries","nextTryAt","lastTry",…}';
const STATUSES = ['pending', 'delivered', 'failed', 'canceled', 'held'];

const kinds = (description: string) => repeated('--kind <kind>', description);

/** `social webhooks`. Endpoints are named by id, by the end of it, or by address. */
export function registerWebhooks(program: Command, start: Start): void {
  const webhooks = program.command('webhooks').description('tell other programs what happened');
  documented(webhooks, {
    examples: [
      'social webhooks create https://ops.example.com/social --kind post.failed',
      'social webhooks listen --forward-to http://localhost:3000/hook',
    ],
  });
  registerEndpoints(webhooks, start);
  registerDeliveries(webhooks, start);
  const listen = webhooks
    .command('listen')
    .description('print events as they happen, and forward them to a program on this machine')
    .addOption(single('--forward-to <url>', 'address to send each event to, signed'))
    .addOption(single('--secret <secret>', 'secret to sign with; a new one when left out'))
    .addOption(kinds('only events of this kind; may be repeated'))
    .addOption(integer('--after <number>', 'begin after this event instead of now', 0, Number.MAX_SAFE_INTEGER))
    .action(start(async () => (await import('./listen.ts')).listen));
  documented(listen, {
    examples: ['social webhooks listen', 'social webhooks listen --forward-to http://localhost:3000/hook'],
    notes:
      'Needs neither an endpoint nor a public address. Prints the secret first, then each event once, until Ctrl-C. An event that the program refuses is not sent to it again.',
    json: '{"secret"} first, then a line for each event: {"event":{"id","type","number","data",…},"forwarded":{"status","error"}}',
    exits: READS,
  });
}

function registerEndpoints(webhooks: Command, start: Start): void {
  const list = webhooks
    .command('list')
    .description('list the webhook endpoints of the workspace')
    .action(start(async () => (await import('./list.ts')).listEndpoints));
  documented(list, { examples: ['social webhooks list'], json: `{"endpoints":[${ENDPOINT}]}`, exits: READS });
  const create = webhooks
    .command('create <url>')
    .description('send events to an address; the secret that signs them is shown this once')
    .addOption(kinds('send this kind, for example post.failed; may be repeated; every kind when left out'))
    .addOption(single('--description <text>', 'what the receiver is, for people'))
    .action(start(async () => (await import('./create.ts')).createEndpoint));
  documented(create, {
    examples: ['social webhooks create https://ops.example.com/social --kind post.failed --kind post.unknown'],
    notes: 'As text, stdout has nothing but the secret.',
    json: `{"endpoint":${ENDPOINT},"secret"}`,
    exits: [...CHANGES, EXIT.creditsOrPlan],
  });
  const rotate = webhooks
    .command('rotate <endpoint>')
    .description('replace the secret of an endpoint; the new one is shown this once')
    .addOption(integer('--keep-hours <hours>', 'hours for which the old secret signs too; 24 when left out', 0, 168))
    .action(start(async () => (await import('./rotate.ts')).rotateSecret));
  documented(rotate, {
    examples: ['social webhooks rotate a1b2', 'social webhooks rotate a1b2 --keep-hours 0'],
    notes: 'As text, stdout has nothing but the secret.',
    json: `{"endpoint":${ENDPOINT},"secret"}`,
    exits: CHANGES,
  });
  const enable = webhooks
    .command('enable <endpoint>')
    .description('switch an endpoint on again; it begins with the next event')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./switch.ts')).enableEndpoint));
  documented(enable, { examples: ['social webhooks enable a1b2'], json: ENDPOINT, exits: CHANGES });
  const disable = webhooks
    .command('disable <endpoint>')
    .description('send an endpoint nothing more; what waits for it is canceled')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./switch.ts')).disableEndpoint));
  documented(disable, { examples: ['social webhooks disable a1b2'], json: ENDPOINT, exits: CHANGES });
  const remove = webhooks
    .command('delete <endpoint>')
    .description('delete an endpoint and the log of its deliveries')
    .addOption(yesOption())
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./delete.ts')).deleteEndpoint));
  documented(remove, { examples: ['social webhooks delete a1b2 --yes'], json: '{"ok":true}', exits: CHANGES });
}

function registerDeliveries(webhooks: Command, start: Start): void {
  const test = webhooks
    .command('test <endpoint>')
    .description('send a test event to an endpoint, once')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./deliveries.ts')).testEndpoint));
  documented(test, { examples: ['social webhooks test a1b2'], json: DELIVERY, exits: CHANGES });
  const deliveries = webhooks
    .command('deliveries <endpoint>')
    .description('list what was sent to an endpoint, newest first')
    .addOption(integer('--limit <number>', 'at most so many, 1-100; 50 when left out', 1, 100))
    .addOption(single('--cursor <cursor>', 'continue after a page'))
    .addOption(new Option('--status <status>', 'only deliveries with this status').choices(STATUSES))
    .action(start(async () => (await import('./deliveries.ts')).listDeliveries));
  documented(deliveries, {
    examples: ['social webhooks deliveries a1b2', 'social webhooks deliveries a1b2 --status failed'],
    json: `{"deliveries":[${DELIVERY}],"nextCursor"}`,
    exits: READS,
  });
  const resend = webhooks
    .command('resend <endpoint> <delivery>')
    .description('send a delivery again: the same body with the same id')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./deliveries.ts')).resendDelivery));
  documented(resend, { examples: ['social webhooks resend a1b2 c3d4'], json: DELIVERY, exits: CHANGES });
}
