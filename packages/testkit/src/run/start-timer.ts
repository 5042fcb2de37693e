/**
 * Starts a timer, and returns a function that says whether it is over. Timers end in the order of their ends, so this one ends
 * before a longer one that starts later, however busy the machine is.
 */
export function startTimer(milliseconds: number): () => boolean {
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, milliseconds);
  return () => isOver;
}
