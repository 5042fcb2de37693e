/** What is said of a post that is a message of a chat, by the names that publishers' settings have. */
export interface ChatMessage {
  /** The thread, forum post or topic that it stands in. */
  readonly thread?: { readonly id: string; readonly name: string; readonly tags?: readonly string[] };
  /** Nobody was notified. */
  readonly silent?: true;
  /** Readers may not forward or save it. */
  readonly protected?: true;
  /** Its link has no card. */
  readonly linkPreview?: false;
  /** Those whom its text names and who were notified. */
  readonly mentions?: readonly ('users' | 'roles' | 'everyone')[];
}
