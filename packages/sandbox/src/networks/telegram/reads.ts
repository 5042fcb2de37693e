import type { Form } from '../../http/form.ts';
import type { Reply } from '../../http/route.ts';
import { badRequest, refuse } from './errors.ts';
import { success } from './messages/messages.ts';
import { textParam } from './params.ts';
import { presentBot, presentFullChat } from './present.ts';
import { requireChat } from './rights.ts';
import { telegramSeed } from './seed.ts';
import type { TelegramState } from './state.ts';

/** @see https://core.telegram.org/bots/api#getchat */
export function getChat(state: TelegramState, form: Form): Reply {
  return success(presentFullChat(requireChat(state, form)));
}

/** Shows the bot's own membership, the only one the sandbox knows. @see https://core.telegram.org/bots/api#getchatmember */
export function getChatMember(state: TelegramState, form: Form): Reply {
  const chat = requireChat(state, form);
  const userId = textParam(form, 'user_id') ?? refuse('user_id is empty');
  if (userId !== telegramSeed.bot.id) return badRequest('PARTICIPANT_ID_INVALID');
  return success({ user: presentBot(), ...chat.member });
}

/** Lists the owner and the bot, the only administrators the sandbox knows. @see https://core.telegram.org/bots/api#getchatadministrators */
export function getChatAdministrators(state: TelegramState, form: Form): Reply {
  const { type, member } = requireChat(state, form);
  if (type === 'private') return badRequest('there are no administrators in the private chat');
  const id = Number(telegramSeed.accounts.sandbox_owner);
  const owner = { id, is_bot: false, first_name: 'Sandbox', username: 'sandbox_owner' };
  const bot = member.status === 'administrator' ? [{ user: presentBot(), ...member }] : [];
  return success([{ user: owner, status: 'creator', is_anonymous: false }, ...bot]);
}

/** @see https://core.telegram.org/bots/api#getchatmembercount */
export function getChatMemberCount(state: TelegramState, form: Form): Reply {
  requireChat(state, form);
  return success(2);
}

/** @see https://core.telegram.org/bots/api#getfile */
export function getFile(state: TelegramState, form: Form): Reply {
  const fileId = textParam(form, 'file_id') ?? '';
  const file = state.files.get(fileId);
  if (!file) return badRequest('wrong file_id or the file is temporarily unavailable');
  const { bytes } = file.blob;
  return success({
    file_id: fileId,
    file_unique_id: fileId.slice(-16),
    file_size: bytes,
    file_path: `files/${fileId}`,
  });
}
