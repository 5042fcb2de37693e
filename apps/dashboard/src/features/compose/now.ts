import { useEffect, useState } from 'react';

const TICK_MS = 15_000;

/** The time, a little late: for what is said about times that come nearer. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
