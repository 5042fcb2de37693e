import { Refusal } from '../../http/route.ts';
import { minuteMs } from '../../world/durations.ts';
import { tooManyRequests } from './errors.ts';
import type { Chat, TelegramState } from './state.ts';

const messagesPerWindow = 20;

/** Counts a message to a chat, and enforces the limit when the setting `rateLimits` is on. */
export function countMessage(state: TelegramState, { id }: Chat): void {
  const now = state.world.now();
  const recent = (state.sentAt.get(id) ?? []).filter((at) => at > now - minuteMs);
  const [oldest = now] = recent;
  if (recent.length >= messagesPerWindow && state.world.settings.rateLimits) {
    throw new Refusal(tooManyRequests(Math.ceil((oldest + minuteMs - now) / 1000)));
  }
  state.sentAt.set(id, [...recent, now]);
}
