/** Types of untyped clients, as far as the tests use them. */
declare module 'node-telegram-bot-api' {
  interface Message {
    readonly message_id: number;
    readonly caption?: string;
  }
  export default class TelegramBot {
    constructor(token: string);
    sendMessage(chat: string, text: string): Promise<Message>;
    sendPhoto(chat: string, photo: Buffer, options: object, file: object): Promise<Message>;
    sendVideo(chat: string, video: Buffer, options: object, file: object): Promise<Message>;
    deleteMessage(chat: string, id: number): Promise<boolean>;
  }
}

declare module 'passport-google-oauth20' {
  interface Profile {
    readonly id: string;
    readonly displayName: string;
    readonly emails?: readonly { readonly value: string }[];
  }
  type Verify = (
    accessToken: string,
    refreshToken: string,
    profile: Profile,
    done: (e: null, p: Profile) => void,
  ) => void;
  export class Strategy {
    constructor(options: { clientID: string; clientSecret: string; callbackURL: string }, verify: Verify);
    redirect: (url: string) => void;
    success: (profile: Profile) => void;
    error: (problem: Error) => void;
    fail: (problem: unknown) => void;
    authenticate(request: { query: object }, options: { scope: readonly string[] }): void;
  }
}
