import { setTimeout as sleep } from 'node:timers/promises';
import type { Form } from '../../http/form.ts';
import type { Json, Reply } from '../../http/route.ts';
import { failure, refuse } from './errors.ts';
import { success } from './messages/messages.ts';
import { flagParam, numberParam, textParam } from './params.ts';
import { seededUpdates } from './seeded-updates.ts';
import type { TelegramState } from './state.ts';

const firstUpdateId = 10_001;
const maxUpdates = 100;
const maxWaitSeconds = 50;

/**
 * Confirms the updates before `offset`. When none are left, answers after `timeout`, because the sandbox has no further ones.
 *
 * @see https://core.telegram.org/bots/api#getupdates
 */
export async function getUpdates(state: TelegramState, form: Form): Promise<Reply> {
  if (state.webhookUrl !== '') {
    const way = 'use deleteWebhook to delete the webhook first';
    return failure(409, `Conflict: can't use getUpdates method while webhook is active; ${way}`);
  }
  state.confirmedUpdates = Math.max(state.confirmedUpdates, numberParam(form, 'offset') ?? 0);
  const limit = Math.min(numberParam(form, 'limit') ?? maxUpdates, maxUpdates);
  const waiting = waitingUpdates(state);
  const seconds = Math.min(Math.max(numberParam(form, 'timeout') ?? 0, 0), maxWaitSeconds);
  if (waiting.length === 0 && seconds > 0) await sleep(seconds * 1000, undefined, { ref: false });
  return success(waiting.slice(0, limit));
}

/** Stores the address, to which the sandbox sends nothing. @see https://core.telegram.org/bots/api#setwebhook */
export function setWebhook(state: TelegramState, form: Form): Reply {
  const url = textParam(form, 'url') ?? '';
  if (url !== '' && !/^https:\/\//.test(url)) refuse('bad webhook: An HTTPS URL must be provided for webhook');
  state.webhookUrl = url;
  return {
    status: 200,
    json: { ok: true, result: true, description: url === '' ? 'Webhook is already deleted' : 'Webhook was set' },
  };
}

/** @see https://core.telegram.org/bots/api#deletewebhook */
export function deleteWebhook(state: TelegramState, form: Form): Reply {
  state.webhookUrl = '';
  if (flagParam(form, 'drop_pending_updates')) {
    state.confirmedUpdates = firstUpdateId + seededUpdates(state).length;
  }
  return { status: 200, json: { ok: true, result: true, description: 'Webhook was deleted' } };
}

/** @see https://core.telegram.org/bots/api#getwebhookinfo */
export function getWebhookInfo(state: TelegramState): Reply {
  const { webhookUrl: url } = state;
  return success({ url, has_custom_certificate: false, pending_update_count: waitingUpdates(state).length });
}

function waitingUpdates(state: TelegramState): Json[] {
  return seededUpdates(state)
    .map((update, index) => ({ update_id: firstUpdateId + index, ...update }))
    .filter(({ update_id }) => update_id >= state.confirmedUpdates);
}
