const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Returns true for a host name, as `URL` spells it, that can only mean this machine. */
export function isLoopbackName(hostname: string): boolean {
  return loopbackNames.has(hostname);
}
