import { useEffect, useState } from 'react';

const TICK_MS = 15_000;

/** Returns the current time, at most 15 seconds late. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
