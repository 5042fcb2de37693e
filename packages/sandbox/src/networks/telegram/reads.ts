import type { Form } from '../../http/form.ts';
import type { Reply } from '../../http/route.ts';
import { badRequest, refuse } from './errors.ts';
import { success } from './messages/messages.ts';
import { textParam } from './params.ts';
import { presentFullChat, presentMember, presentOwner } from './present.ts';
import { requireChat } from './rights.ts';
import { telegramSeed } from './seed.ts';
import type { TelegramState } from './state.ts';

/** @see https://core.telegram.org/bots/api#getchat */
export function getChat(state: TelegramState, form: Form): Reply {
  return success(presentFullChat(requireChat(state, form)));
}

/** Shows the owner or the bot, the only members the sandbox knows. @see https://core.telegram.org/bots/api#getchatmember */
export function getChatMember(state: TelegramState, form: Form): Reply {
  const chat = requireChat(state, form);
  const userId = textParam(form, 'user_id') ?? refuse('user_id is empty');
  if (userId === telegramSeed.accounts.sandbox_owner && chat.type !== 'private') return success(presentOwner());
  if (userId !== telegramSeed.bot.id) return badRequest('PARTICIPANT_ID_INVALID');
  return success(presentMember(chat.member));
}

/** Lists the owner and the bot, the only administrators the sandbox knows. @see https://core.telegram.org/bots/api#getchatadministrators */
export function getChatAdministrators(state: TelegramState, form: Form): Reply {
  const { type, member } = requireChat(state, form);
  if (type === 'private') return badRequest('there are no administrators in the private chat');
  return success([presentOwner(), ...(member.status === 'administrator' ? [presentMember(member)] : [])]);
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
